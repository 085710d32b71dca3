# The translations of the window: resources/translations/noiseloom_<language>.ts, a file a language, become .qm files in
# the program's resources (":/translations/noiseloom_de.qm"). docs/translation.md says how to add one.
function(noiseloom_translations target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/translations)
  set(list ${folder}/translations.qrc)
  set(content "<RCC><qresource prefix=\"/translations\">\n")
  set(binaries "")
  foreach(language ${ARGN})
    set(source ${PROJECT_SOURCE_DIR}/resources/translations/noiseloom_${language}.ts)
    set(binary ${folder}/noiseloom_${language}.qm)
    add_custom_command(OUTPUT ${binary}
      COMMAND ${NOISELOOM_PROGRAM_lrelease} -silent ${source} -qm ${binary}
      DEPENDS ${source} VERBATIM)
    list(APPEND binaries ${binary})
    string(APPEND content "<file>noiseloom_${language}.qm</file>\n")
  endforeach()
  string(APPEND content "</qresource></RCC>\n")
  file(MAKE_DIRECTORY ${folder})
  file(CONFIGURE OUTPUT ${list} CONTENT "${content}")
  add_custom_command(OUTPUT ${folder}/translations.cpp
    COMMAND Qt6::rcc --name translations --output ${folder}/translations.cpp ${list}
    DEPENDS ${list} ${binaries} VERBATIM)
  target_sources(${target} PRIVATE ${folder}/translations.cpp)
  set_source_files_properties(${folder}/translations.cpp PROPERTIES SKIP_AUTOMOC ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
