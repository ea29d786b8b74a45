# cmake -DSOURCE_DIR=... -DOUT=page_assets.cc -P embed.cmake
# The report page's files as C++ text, with the hashes by which its security policy admits its own script and style and no others.
cmake_minimum_required(VERSION 3.25)

# base64 of a SHA-256 in hexadecimal: CMake has the one but not the other.
function(base64_of_hash hex out)
  set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  string(APPEND hex "00")  # 32 bytes: the last group has two, its fourth digit is padding
  set(text "")
  foreach(start RANGE 0 60 6)
    string(SUBSTRING "${hex}" ${start} 6 group)
    math(EXPR bits "0x${group}")
    foreach(shift 18 12 6 0)
      math(EXPR digit "(${bits} >> ${shift}) & 63")
      string(SUBSTRING "${alphabet}" ${digit} 1 letter)
      string(APPEND text "${letter}")
    endforeach()
  endforeach()
  string(SUBSTRING "${text}" 0 43 text)
  set(${out} "${text}=" PARENT_SCOPE)
endfunction()

file(READ ${SOURCE_DIR}/page.html page)
file(READ ${SOURCE_DIR}/page.css style)
set(script "(() => {\n'use strict';\n")
foreach(part base editor source operations minimap timeline lens tests detail findings charts techniques page)
  file(READ ${SOURCE_DIR}/${part}.js text)
  string(APPEND script "${text}")
endforeach()
string(APPEND script "})();\n")
string(SHA256 style_hash "${style}")
string(SHA256 script_hash "${script}")
base64_of_hash(${style_hash} style_hash)
base64_of_hash(${script_hash} script_hash)
file(WRITE ${OUT} "// Made by embed.cmake.
#include \"report/page_assets.h\"

namespace reweave::inline report {
const std::string_view kPageTemplate = R\"rwpage(${page})rwpage\";
const std::string_view kPageStyle = R\"rwpage(${style})rwpage\";
const std::string_view kPageScript = R\"rwpage(${script})rwpage\";
const std::string_view kPageStyleHash = \"${style_hash}\";
const std::string_view kPageScriptHash = \"${script_hash}\";
}  // namespace reweave::report
")
