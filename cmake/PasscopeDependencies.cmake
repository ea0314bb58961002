# passcope_dependencies: {fmt}, nlohmann::json and protozero; passcope_catch2 for the tests.
#
# Natively their headers are on the compiler's default path. For WebAssembly they come from the same distribution
# packages. But /usr/include must never be on the include path there, because its libc headers would hide Emscripten's.
# So the build tree has links to just these folders.

add_library(passcope_dependencies INTERFACE)
add_library(passcope_catch2 INTERFACE)

# Natively {fmt}'s library is linked. A file that includes all of its code takes four seconds longer to compile with
# sanitizers. For WebAssembly there is no such library.
if(NOT EMSCRIPTEN)
  find_package(fmt QUIET CONFIG)
endif()
if(fmt_FOUND)
  target_link_libraries(passcope_dependencies INTERFACE fmt::fmt)
else()
  target_compile_definitions(passcope_dependencies INTERFACE FMT_HEADER_ONLY)
endif()

find_path(PASSCOPE_DEPENDENCY_INCLUDE nlohmann/json.hpp PATHS /usr/include /usr/local/include
          NO_CMAKE_FIND_ROOT_PATH)
foreach(_header IN ITEMS nlohmann/json.hpp fmt/format.h protozero/pbf_reader.hpp)
  if(NOT EXISTS "${PASSCOPE_DEPENDENCY_INCLUDE}/${_header}")
    message(FATAL_ERROR "<${_header}> was not found. On Debian: "
                        "apt-get install nlohmann-json3-dev libfmt-dev libprotozero-dev")
  endif()
endforeach()
# Only the unit tests need it; a build that is only used does not.
set(PASSCOPE_HAS_CATCH2 OFF)
if(EXISTS "${PASSCOPE_DEPENDENCY_INCLUDE}/catch2/catch.hpp")
  set(PASSCOPE_HAS_CATCH2 ON)
endif()

if(EMSCRIPTEN)
  set(_links "${PROJECT_BINARY_DIR}/include")
  file(MAKE_DIRECTORY "${_links}")
  foreach(_folder IN ITEMS nlohmann fmt protozero catch2)
    if(EXISTS "${PASSCOPE_DEPENDENCY_INCLUDE}/${_folder}")
      file(CREATE_LINK "${PASSCOPE_DEPENDENCY_INCLUDE}/${_folder}" "${_links}/${_folder}" SYMBOLIC)
    endif()
  endforeach()
  target_include_directories(passcope_dependencies SYSTEM INTERFACE "${_links}")
  target_include_directories(passcope_catch2 SYSTEM INTERFACE "${_links}")
elseif(NOT PASSCOPE_DEPENDENCY_INCLUDE STREQUAL "/usr/include")
  target_include_directories(passcope_dependencies SYSTEM
                             INTERFACE "${PASSCOPE_DEPENDENCY_INCLUDE}")
  target_include_directories(passcope_catch2 SYSTEM INTERFACE "${PASSCOPE_DEPENDENCY_INCLUDE}")
endif()
