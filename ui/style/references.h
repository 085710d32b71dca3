#pragma once

#include <QString>
#include <string_view>

namespace noiseloom {

/// Citations show authors and year, never a key. All functions use the built-in list, docs/references.md.

bool isReference(std::string_view key);
/// "McKenna 2024, section 3.2" for "scaling-bandmf" and a place, which may be empty, in the window's language. This and
/// the next function throw InvalidArgument for a key that is not in the list.
QString cited(std::string_view key, const QString& place = {});
/// "McKenna, Scaling up the Banded Matrix Factorization Mechanism for Differentially Private ML, 2024".
QString citedInFull(std::string_view key);
/// Replaces the citations of built-in files, "@scaling-bandmf"; "@references" is the whole list, in Markdown.
QString withCitations(QString text);

}  // namespace noiseloom
