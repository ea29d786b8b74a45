#include "analysis/library_names.h"

#include <gtest/gtest.h>

namespace reweave::inline analysis {
namespace {

TEST(LibraryNames, ResultsOfTemplatesAreLeftOut) {
  EXPECT_EQ(WithoutResult("int ns::f<int>(int)"), "ns::f<int>");
  EXPECT_EQ(WithoutResult("std::vector<int, std::allocator<int>>& ns::Box<int>::add<char>(char) const"),
            "ns::Box<int>::add<char>");
  EXPECT_EQ(WithoutResult("ns::plain(unsigned long)"), "ns::plain");
  EXPECT_EQ(WithoutResult("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(WithoutResult("void (anonymous namespace)::Box<unsigned long>::put<int>(int)"),
            "(anonymous namespace)::Box<unsigned long>::put<int>");
  EXPECT_EQ(WithoutResult("ns::A::operator bool() const"), "ns::A::operator bool");
  EXPECT_EQ(WithoutResult("operator new(unsigned long)"), "operator new");
}

TEST(LibraryNames, CodeOfStringsIsNotCodeThatReturnsOne) {
  EXPECT_TRUE(IsTextCode("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>::_M_assign(...)"));
  EXPECT_TRUE(IsTextCode("std::char_traits<char>::copy(char*, char const*, unsigned long)"));
  EXPECT_FALSE(
      IsTextCode("std::__cxx11::basic_string<char>& std::vector<std::__cxx11::basic_string<char>>::emplace_back<char const*&>"
                 "(char const*&)"));
}

TEST(LibraryNames, StandardLibrary) {
  EXPECT_TRUE(IsStd("void std::sort<int*>(int*, int*)"));
  EXPECT_TRUE(IsStd("__gnu_cxx::__normal_iterator<int*, int>::base() const"));
  EXPECT_FALSE(IsStd("std::vector<int> ns::make<int>(int)"));
  EXPECT_FALSE(IsStd("ns::f(std::vector<int>)"));
}

TEST(LibraryNames, WhatBuffersHold) {
  EXPECT_TRUE(HoldsText("std::__new_allocator<char>::allocate(unsigned long, void const*)"));
  EXPECT_FALSE(HoldsText("void std::vector<ns::Node*, std::allocator<ns::Node*>>::push_back(ns::Node* const&)"));
  EXPECT_FALSE(HoldsText("std::__new_allocator<unsigned long>::allocate(unsigned long)"));
  EXPECT_FALSE(
      HoldsText("std::__cxx11::basic_string<char>& std::vector<std::__cxx11::basic_string<char>>::emplace_back<int>(int&&)"));
}

TEST(LibraryNames, ObjectsThatTheLibraryMakesForTheUser) {
  EXPECT_TRUE(MakesUsersObject("std::__detail::__unique_ptr_t<ns::Box> std::make_unique<ns::Box, int>(int&&)"));
  EXPECT_TRUE(MakesUsersObject(
      "std::__new_allocator<std::_Sp_counted_ptr_inplace<ns::Box, std::allocator<void>>>::allocate(unsigned long)"));
  EXPECT_FALSE(MakesUsersObject("std::__detail::__unique_ptr_t<std::mutex> std::make_unique<std::mutex>()"));
  EXPECT_FALSE(MakesUsersObject("std::__detail::__unique_ptr_t<int> std::make_unique<int>()"));
  EXPECT_FALSE(MakesUsersObject("std::__new_allocator<ns::Box>::allocate(unsigned long)"));
}

}  // namespace
}  // namespace reweave::inline analysis
