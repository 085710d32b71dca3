# Run by cpack between installing and packing: adds to each Debian package what Debian wants there, copyright, notices and changelog,
# and compresses the man pages.
set(top ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
execute_process(COMMAND date -R -u -d ${CPACK_NOISELOOM_RELEASED} OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} name)
  set(package ${CPACK_DEBIAN_${name}_PACKAGE_NAME})
  set(doc ${top}/${component}/usr/share/doc/${package})
  file(COPY ${CPACK_NOISELOOM_SOURCE}/copyright DESTINATION ${doc}
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  # Notices of the libraries of headers alone that were compiled in.
  file(STRINGS ${CPACK_NOISELOOM_SOURCE}/../header_only.txt compiled_in REGEX "^[^#]")
  foreach(library ${compiled_in})
    string(REGEX REPLACE "^.* " "" library ${library})
    # The headers alone hold none of them, and only the Python package holds pybind11.
    if(NOT component STREQUAL development AND (component STREQUAL python OR NOT library STREQUAL pybind11-dev))
      configure_file(/usr/share/doc/${library}/copyright ${doc}/licences/${library} COPYONLY)
    endif()
  endforeach()
  file(WRITE ${doc}/changelog "noiseloom (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}; what is new stands in CHANGELOG.md of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${day}
")
  file(GLOB pages ${top}/${component}/usr/share/man/man1/*.1)
  execute_process(COMMAND gzip -9nf ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE made ${doc}/* ${top}/${component}/usr/share/man/*)
  file(CHMOD ${made} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  # Nothing holds the compiler's notes, and libraries cannot be run.
  file(GLOB_RECURSE binaries ${top}/${component}/usr/bin/* ${top}/${component}/usr/lib/*.so*)
  foreach(binary ${binaries})
    if(NOT IS_SYMLINK ${binary})
      execute_process(COMMAND strip --strip-unneeded --remove-section=.comment --remove-section=.note ${binary}
        COMMAND_ERROR_IS_FATAL ANY)
      if(binary MATCHES "/usr/lib/")
        file(CHMOD ${binary} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
      endif()
    endif()
  endforeach()
endforeach()
