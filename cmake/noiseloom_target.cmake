# Settings that every target of the project shares.
find_program(NOISELOOM_CCACHE ccache)
if(NOISELOOM_CCACHE)
  # Paths are taken relative to the checkout, so that checkouts share what they compile, and a precompiled header counts by
  # what is in it (sloppiness: ccache(1), "Precompiled headers"). Objects with debug information, as of sanitizers, are
  # shared too (no hash of the folder): sources are then found by the path of the checkout that compiled them first.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${NOISELOOM_CCACHE})
  # Lets it cache files that begin with a precompiled header; Clang knows no such option.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

# As Debian wants its programs, so that a build of packages links nothing anew.
add_link_options(-Wl,-z,now)

if(NOISELOOM_SANITIZE)
  add_compile_options(-fsanitize=${NOISELOOM_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${NOISELOOM_SANITIZE})
  # Instrumented code hides from the compiler what is initialised: its warnings are false then.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()

# noiseloom_quick_to_compile(name): for what waits for people, files or core: windows, commands, tests. Their templates
# cost the compiler half of its time above -O1, and save nothing that can be measured when they run.
function(noiseloom_quick_to_compile name)
  target_compile_options(${name} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O1>)
endfunction()

# Sources compiled together share what their headers cost, which is most of what a short file takes. OFF compiles each by
# itself, for clang-tidy and for who works on a few files (cmake --preset dev).
option(NOISELOOM_JOIN "Compile the sources of a folder together" ON)
set(NOISELOOM_JOIN_MOST 8 CACHE STRING "Sources that NOISELOOM_JOIN compiles together at most")
if(NOISELOOM_JOIN_MOST GREATER 8)
  # So that the compiler does not look through 128 MiB, and what is more, again and again for what it can let go of.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1048576>)
endif()

# noiseloom_alone(target source...): sources that are not joined, as a name of theirs stands in a neighbour too.
function(noiseloom_alone target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES NOISELOOM_ALONE ON)
endfunction()

# noiseloom_join(target): replaces the sources of each folder by sources that include NOISELOOM_JOIN_MOST of them each, or
# as many as the target's property NOISELOOM_JOIN_COUNT says; the folders in a folder of NOISELOOM_JOINED_FOLDERS count as
# one. Those with compile options of their own stay alone.
# CMake's UNITY_BUILD writes absolute paths into its sources, which no other checkout's cache could use.
function(noiseloom_join target)
  get_target_property(directory ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  get_target_property(most ${target} NOISELOOM_JOIN_COUNT)
  if(NOT most)
    set(most ${NOISELOOM_JOIN_MOST})
  endif()
  get_target_property(whole ${target} NOISELOOM_JOINED_FOLDERS)
  set(folders "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
    cmake_path(IS_PREFIX PROJECT_SOURCE_DIR ${source} ours)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} generated)
    if(NOT ours OR generated OR NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    set(alone OFF)
    foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES SKIP_PRECOMPILE_HEADERS NOISELOOM_ALONE)
      get_source_file_property(value ${source} TARGET_DIRECTORY ${target} ${property})
      if(value)
        set(alone ON)
      endif()
    endforeach()
    if(alone)
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    foreach(joined IN LISTS whole)
      cmake_path(IS_PREFIX joined ${folder} inside)
      if(inside)
        set(folder ${joined})
      endif()
    endforeach()
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    list(APPEND folders ${folder})
    list(APPEND of_${folder} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH of_${folder} count)
    if(count EQUAL 1)
      continue()
    endif()
    math(EXPR last "${count} - 1")
    foreach(first RANGE 0 ${last} ${most})
      list(SUBLIST of_${folder} ${first} ${most} group)
      set(content "")
      foreach(source IN LISTS group)
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
        string(APPEND content "#include \"${name}\"\n")
      endforeach()
      set(joined ${PROJECT_BINARY_DIR}/joined/${target}/${folder}_${first}.cpp)
      file(CONFIGURE OUTPUT ${joined} CONTENT "${content}" @ONLY)
      set_source_files_properties(${group} TARGET_DIRECTORY ${target} PROPERTIES HEADER_FILE_ONLY ON)
      target_sources(${target} PRIVATE ${joined})
    endforeach()
  endforeach()
endfunction()

# noiseloom_target(name): warnings, the project's include root, and strict floating point (no -ffast-math: the core
# relies on infinities and NaN being seen). -Wrestrict, -Warray-bounds and -Wstringop-overflow of GCC 12 misfire on the
# concatenation of strings; AddressSanitizer finds what they would. -Wno-sign-conversion: our Index has a sign, sizes of
# the standard library have none, and a cast in each subscript would hide the formulas (Clang's -Wconversion asks for it).
function(noiseloom_target name)
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion
    $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
    $<$<BOOL:${NOISELOOM_WERROR}>:-Werror>)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  if(NOISELOOM_JOIN)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL noiseloom_join ${name})")  # once all its sources are known
  endif()
endfunction()
