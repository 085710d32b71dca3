#!/usr/bin/env bash
# Makes what people install, on Debian 12, and tries it out where nothing else is:
#
#   installer/packages.sh deb         Debian packages: noiseloom, libnoiseloom1, libnoiseloom-dev, python3-noiseloom; by lintian
#   installer/packages.sh archive     noiseloom-VERSION-linux-ARCH.tar.gz, which runs where it is unpacked, on Debian 12 and later
#   installer/packages.sh test [WHAT] tries both in bare Debian systems (installer/try.sh); WHAT: deb, archive-12 or archive-13
#
# They stand in build/packages. Packages of Debian that this needs: installer/setup.sh package.
#
# Environment: NOISELOOM_BUILD=FOLDER   of the build (default: build, with what is compiled there)
#              NOISELOOM_JOBS=N         parallel compilations (default: one a processor)
#              NOISELOOM_MAINTAINER=..  who answers for the Debian packages: Name <address>
set -euo pipefail
umask 022
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${NOISELOOM_BUILD:-build}
packages=$PWD/build/packages
say() { printf '\n== %s\n' "$*"; }
fail() {
  printf 'packages: %s\n' "$*" >&2
  exit 1
}

# Everything that is installed, with the man pages.
make_build() {
  say "Building in $build"
  local options=(-DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DNOISELOOM_GUI=ON -DNOISELOOM_PYTHON=ON)
  [ -f "$build/CMakeCache.txt" ] || options+=(-G Ninja -DBUILD_TESTING=OFF -DNOISELOOM_BENCHMARKS=OFF)
  [ -z "${NOISELOOM_MAINTAINER:-}" ] || options+=(-DNOISELOOM_MAINTAINER="$NOISELOOM_MAINTAINER")
  cmake -S . -B "$build" "${options[@]}" >/dev/null
  cmake --build "$build" --parallel "${NOISELOOM_JOBS:-$(nproc)}" --target noiseloom noiseloom-cli libnoiseloom noiseloom_python noiseloom_manual
  mkdir -p "$packages"
}

# cpack lets packages with a library call ldconfig from scripts, where Debian has a trigger for it.
trigger_ldconfig() {
  local files
  files=$(mktemp -d)
  dpkg-deb --raw-extract "$1" "$files/package"
  rm "$files/package/DEBIAN/postinst" "$files/package/DEBIAN/postrm"
  echo 'activate-noawait ldconfig' >"$files/package/DEBIAN/triggers"
  dpkg-deb --root-owner-group --build "$files/package" "$1" >/dev/null
  rm -r "$files"
}

make_deb() {
  make_build
  say "Debian packages"
  [ -n "${NOISELOOM_MAINTAINER:-}" ] || echo "NOISELOOM_MAINTAINER is not set: the packages name an address that does not exist"
  rm -rf "$packages"/*.deb "$packages/_CPack_Packages"
  (cpack --config "$build/CPackConfig.cmake" -G DEB -B "$packages" >"$packages/cpack.log" 2>&1) ||
    { tail -n 20 "$packages/cpack.log" >&2; fail "cpack failed"; }
  rm -rf "$packages/_CPack_Packages"
  trigger_ldconfig "$packages"/libnoiseloom[0-9]*.deb
  ls -l "$packages"/*.deb
  say "lintian"
  if command -v lintian >/dev/null; then
    lintian --no-cfg --allow-root --display-info --fail-on error,warning "$packages"/*.deb && echo "no error, no warning"
  else
    echo "SKIPPED: lintian is not there"
  fi
}

# Libraries but for those that every Debian has. What looks for a graphics card's driver comes along: a bare system has none.
own_libraries() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// {print $3}' | sort -u |
    grep -Ev '/(libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libgcc_s)\.so\.[0-9]+$'
}

make_archive() {
  make_build
  say "Archive"
  local version arch name stage lib plugins=/usr/lib/$(gcc -dumpmachine)/qt6/plugins
  version=$(sed -n 's/^project(noiseloom VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
  arch=$(uname -m)
  name=noiseloom-$version-linux-$arch
  stage=$packages/$name
  rm -rf "$stage" "$stage.tar.gz"
  local component
  for component in programs library development; do
    cmake --install "$build" --prefix "$stage" --component "$component" --strip >/dev/null
  done
  # What only a system's own folders can tell a desktop.
  rm -rf "$stage"/share/{applications,metainfo,mime,icons}
  lib=$(dirname "$(find "$stage/lib" -name libnoiseloom.so.1)")
  lib=${lib#"$stage/"}

  mkdir -p "$stage/libexec" "$stage/$lib/qt6/plugins" "$stage/share/fonts" "$stage/share/qt6/translations" \
    "$stage/share/doc/noiseloom/licences"
  mv "$stage/bin/noiseloom" "$stage/libexec/noiseloom"
  install -m 755 installer/archive/noiseloom "$stage/bin/noiseloom"
  install -m 644 installer/archive/fonts.conf "$stage/share/fonts/fonts.conf"
  install -m 644 installer/archive/README.md CHANGELOG.md LICENSE "$stage/"
  printf '[Paths]\nPrefix = ..\nPlugins = %s/qt6/plugins\nTranslations = share/qt6/translations\n' "$lib" >"$stage/libexec/qt.conf"
  cp /usr/share/fonts/truetype/dejavu/DejaVuSans{,-Bold,Mono}.ttf "$stage/share/fonts/"
  cp /usr/share/qt6/translations/qtbase_de.qm "$stage/share/qt6/translations/"
  # Without the printers of CUPS, whose libraries are those of a network: a print becomes a PDF.
  local plugin
  for plugin in platforms/libqxcb platforms/libqoffscreen iconengines/libqsvgicon imageformats/libqsvg imageformats/libqjpeg \
    platforminputcontexts/libcomposeplatforminputcontextplugin platforminputcontexts/libibusplatforminputcontextplugin; do
    install -D -m 644 "$plugins/$plugin.so" "$stage/$lib/qt6/plugins/$plugin.so"
  done
  local library owner
  own_libraries "$stage"/bin/noiseloom-cli "$stage"/libexec/noiseloom "$stage/$lib"/libnoiseloom.so.1 \
    "$stage/$lib"/qt6/plugins/*/*.so | while read -r library; do
    install -m 644 "$library" "$stage/$lib/"
    library=$(readlink -f "$library")
    owner=$(dpkg -S "$library" "/usr$library" "${library#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1 || true)
    [ -n "$owner" ] || fail "$library is of no Debian package"
    cp "/usr/share/doc/$owner/copyright" "$stage/share/doc/noiseloom/licences/$owner"
  done
  for owner in fonts-dejavu-core $(sed -n '/^#\|^pybind11 /!s/.* //p' installer/header_only.txt); do
    cp "/usr/share/doc/$owner/copyright" "$stage/share/doc/noiseloom/licences/$owner"
  done
  strip --strip-unneeded "$stage/$lib"/lib*.so.*
  patchelf --set-rpath "\$ORIGIN/../$lib" "$stage/bin/noiseloom-cli" "$stage/libexec/noiseloom"
  find "$stage/$lib" -maxdepth 1 -type f -name '*.so*' -exec patchelf --set-rpath "\$ORIGIN" {} +
  find "$stage/$lib/qt6" -type f -name '*.so' -exec patchelf --set-rpath "\$ORIGIN/../../.." {} +
  gzip -9n "$stage"/share/man/man1/*.1
  # The same bytes for the same build.
  tar -C "$packages" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" \
    -cf - "$name" | gzip -9n >"$stage.tar.gz"
  rm -rf "$stage"
  ls -l "$stage.tar.gz"
}

case "${1:-}" in
  deb) make_deb ;;
  archive) make_archive ;;
  test)
    shift
    [ -d "$packages" ] || fail "there is nothing in build/packages: make deb and archive first"
    exec installer/try.sh "$packages" "$@"
    ;;
  *) sed -n '/^# Makes/,/^set /{/^#/{s/^# \{0,1\}//;p}}' "$0" >&2; exit 2 ;;
esac
