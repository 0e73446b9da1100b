# The project's vectors become part of the lab. Included by the lab's CMakeLists.txt it declares how vectors.cc is made;
# run as a script it makes that file from `files`, whose names in it are relative to `root`.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(vectors_root ${PROJECT_SOURCE_DIR}/vectors)
  file(GLOB_RECURSE vector_files CONFIGURE_DEPENDS ${vectors_root}/*.tv)
  set(vectors_source ${PROJECT_BINARY_DIR}/generated/vectors.cc)
  list(JOIN vector_files "|" joined_files)
  add_custom_command(OUTPUT ${vectors_source}
    COMMAND ${CMAKE_COMMAND} -D "files=${joined_files}" -D root=${vectors_root} -D out=${vectors_source}
            -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${vector_files} ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Embedding the known answers" VERBATIM)
  target_sources(lydite_lab PRIVATE ${vectors_source})
  set_source_files_properties(${vectors_source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  return()
endif()

string(REPLACE "|" ";" files "${files}")
set(content "#include \"lab/kat/embedded.h\"\n\nnamespace lydite::lab::kat {\n")
set(list "")
set(number 0)
foreach(file IN LISTS files)
  file(READ ${file} text)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${root} OUTPUT_VARIABLE name)
  string(APPEND content "static constexpr char file_${number}[] = R\"tv(${text})tv\";\n")
  string(APPEND list "    {\"${name}\", {file_${number}, sizeof file_${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
string(APPEND content "static constexpr EmbeddedFile files[] = {\n${list}};\n")
string(APPEND content "std::span<const EmbeddedFile> embedded_files() { return files; }\n}\n")
file(WRITE ${out} "${content}")
