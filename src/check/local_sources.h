// Libraries that a CMake project downloads while it is configured (FetchContent), where that fails: machines without a network.
// And libraries that a project has as submodules, where these are not checked out.
// The machine may have them: sources of a package in /usr/src, or an installed package of the same name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reweave::inline check {

// Names of the libraries that could not be downloaded, from the output of CMake.
std::vector<std::string> NotDownloaded(std::string_view log);

// Settings, "NAME=VALUE", with which CMake takes these libraries from this machine where it can. `root`: where packages of
// sources are.
std::vector<std::string> LocalSources(const std::vector<std::string>& names, const std::string& root = "/usr/src");

// The sources of a library of this name on this machine; "" if there are none.
std::string LocalDirectory(const std::string& name, const std::string& root = "/usr/src");

// The setting that names the sources of a library, up to "=".
std::string SourceSetting(std::string name);

}  // namespace reweave::inline check
