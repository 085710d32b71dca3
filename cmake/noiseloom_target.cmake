# Settings that every target of the project shares.
find_program(NOISELOOM_CCACHE ccache)
if(NOISELOOM_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${NOISELOOM_CCACHE})
  # Lets it cache files that begin with a precompiled header; Clang knows no such option.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()

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

# noiseloom_target(name): warnings, the project's include root, and strict floating point (no -ffast-math: the core
# relies on infinities and NaN being seen). -Wrestrict, -Warray-bounds and -Wstringop-overflow of GCC 12 misfire on the
# concatenation of strings; AddressSanitizer finds what they would.
function(noiseloom_target name)
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow>
    $<$<BOOL:${NOISELOOM_WERROR}>:-Werror>)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
