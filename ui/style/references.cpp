#include "ui/style/references.h"

#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "ui/style/core_text.h"
#include "ui/style/icons.h"

namespace noiseloom {
namespace {

struct Reference {
  std::string key;
  QStringList authors;  // family names
  QString year;
  QString title;
  QString published;
};

std::vector<Reference> readReferences() {
  ensureResources();
  QFile file(QStringLiteral(":/references.md"));
  if (!file.open(QIODevice::ReadOnly))
    throw IoError(":/references.md", Core::tr("is not among the program's resources"));
  // The table's rows, without its header and the rule under it.
  static const QRegularExpression row(
      QStringLiteral("^\\| ([a-z0-9-]+) \\| (.+) \\| (\\d{4}[a-z]?) \\| (.+) \\| (.+) \\|$"),
      QRegularExpression::MultilineOption);
  const QString text = QString::fromUtf8(file.readAll());
  std::vector<Reference> found;
  for (auto match = row.globalMatch(text); match.hasNext();) {
    const QStringList cells = match.next().capturedTexts();
    found.push_back({cells[1].toStdString(), cells[2].split(QStringLiteral(", ")), cells[3], cells[4], cells[5]});
  }
  return found;
}

const std::vector<Reference>& references() {
  static const std::vector<Reference> all = readReferences();
  return all;
}

const Reference* find(std::string_view key) {
  const auto found = std::ranges::find(references(), key, &Reference::key);
  return found == references().end() ? nullptr : &*found;
}

const Reference& known(std::string_view key) {
  const Reference* found = find(key);
  if (!found) throw InvalidArgument("reference", key, Core::tr("a key of docs/references.md"));
  return *found;
}

QString authorsOf(const Reference& reference) {
  const QStringList& names = reference.authors;
  if (names.size() == 1) return names[0];
  if (names.size() > 3) return names[0] + QStringLiteral(" et al.");
  const QString last = tr("%1 and %2").arg(names[names.size() - 2], names.back());
  return names.size() == 2 ? last : names[0] + QStringLiteral(", ") + last;
}

QString shortly(const Reference& reference) {
  return authorsOf(reference) + QLatin1Char(' ') + reference.year;
}

QString listInMarkdown() {
  QStringList items;
  for (const Reference& reference : references())
    items += QStringLiteral("- **%1:** %2. %3.").arg(shortly(reference), reference.title, reference.published);
  items.sort(Qt::CaseInsensitive);
  return items.join(QLatin1Char('\n'));
}

}  // namespace

bool isReference(std::string_view key) {
  return find(key) != nullptr;
}

QString cited(std::string_view key, const QString& place) {
  const QString text = shortly(known(key));
  return place.isEmpty() ? text : text + QStringLiteral(", ") + place;
}

QString citedInFull(std::string_view key) {
  const Reference& reference = known(key);
  return QStringList{authorsOf(reference), reference.title, reference.year}.join(QStringLiteral(", "));
}

QString withCitations(QString text) {
  static const QRegularExpression mark(QStringLiteral("@([a-z0-9]+(?:-[a-z0-9]+)*)"));
  qsizetype from = 0;
  for (auto match = mark.match(text); match.hasMatch(); match = mark.match(text, from)) {
    const QString key = match.captured(1);
    const Reference* reference = find(key.toStdString());
    const QString shown = key == QLatin1String("references") ? listInMarkdown()
                          : reference                        ? shortly(*reference)
                                                             : match.captured(0);
    text.replace(match.capturedStart(), match.capturedLength(), shown);
    from = match.capturedStart() + shown.size();
  }
  return text;
}

}  // namespace noiseloom
