#pragma once

#include <functional>
#include <string>

namespace noiseloom::test {

/// Changes the contents of the members of a stored (uncompressed) zip without changing their sizes, and puts the check
/// sums right again: a forgery that only a check of the contents can find. `retouch` gets a member's name and bytes.
std::string retouchZip(std::string zip, const std::function<std::string(const std::string&, std::string)>& retouch);

/// Replaces each occurrence of `from` by `to`, both of one length, in ASCII and in UTF-32 (NumPy's text arrays).
std::string replaceText(std::string bytes, const std::string& from, const std::string& to);

}  // namespace noiseloom::test
