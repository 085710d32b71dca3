#pragma once

#include <QString>
#include <string_view>

namespace noiseloom {

/// People see authors and year, never a key: all of these read the one list, docs/references.md, which is built in.

bool isReference(std::string_view key);
/// "McKenna 2024, section 3.2" for "scaling-bandmf" and a place, which may be empty, in the language of the window.
/// This and the next throw InvalidArgument for a key that the list does not have.
QString cited(std::string_view key, const QString& place = {});
/// "McKenna, Scaling up the Banded Matrix Factorization Mechanism for Differentially Private ML, 2024".
QString citedInFull(std::string_view key);
/// Files that ship cite as "@scaling-bandmf"; "@references" is the whole list, in Markdown. Anything else stays.
QString withCitations(QString text);

}  // namespace noiseloom
