# What the program knows of its own build. Included by the lab's CMakeLists.txt it declares how identity.h is made;
# run as a script, at every build, it makes that file, and leaves it alone if nothing changed.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  get_target_property(definitions lydite_library COMPILE_DEFINITIONS)
  get_target_property(options lydite_library COMPILE_OPTIONS)
  list(TRANSFORM definitions PREPEND -D)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  set(flags -std=c++${CMAKE_CXX_STANDARD} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${options} ${definitions})
  list(JOIN flags " " flags)
  string(REPLACE "${PROJECT_SOURCE_DIR}" "." flags "${flags}")
  string(REPLACE "SHELL:" "" flags "${flags}")
  set(identity_folder ${PROJECT_BINARY_DIR}/generated)
  add_custom_target(lydite_identity
    COMMAND ${CMAKE_COMMAND} -D "flags=${flags}" -D source=${PROJECT_SOURCE_DIR} -D out=${identity_folder}/identity.h
            -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${identity_folder}/identity.h
    COMMENT "" VERBATIM)
  add_dependencies(lydite_lab lydite_identity)
  target_include_directories(lydite_lab PRIVATE ${identity_folder})
  return()
endif()

# Documents and published evidence do not change the program.
set(program_paths CMakeLists.txt CMakePresets.json cmake include src lab cli vectors)
execute_process(COMMAND git rev-parse HEAD WORKING_DIRECTORY ${source} OUTPUT_VARIABLE commit ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
execute_process(COMMAND git status --porcelain --untracked-files=no -- ${program_paths} WORKING_DIRECTORY ${source}
                OUTPUT_VARIABLE changes ERROR_QUIET)
if(failed)
  set(commit unknown)
endif()
set(dirty false)
if(changes)
  set(dirty true)
endif()
string(REPLACE "\"" "\\\"" flags "${flags}")
file(CONFIGURE OUTPUT ${out} CONTENT [[
#define LYDITE_BUILD_FLAGS "@flags@"
#define LYDITE_BUILD_COMMIT "@commit@"
#define LYDITE_BUILD_DIRTY @dirty@
]] @ONLY)
