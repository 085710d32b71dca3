#include "ui/help/help_book.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <algorithm>
#include <map>

#include "ui/settings/language.h"
#include "ui/style/icons.h"
#include "ui/style/references.h"

namespace noiseloom {
namespace {

QString contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QHash<QString, QString> resourcePages(const QByteArray& map) {
  QHash<QString, QString> texts;
  const QJsonArray names = QJsonDocument::fromJson(map).object()[QStringLiteral("pages")].toArray();
  for (const QJsonValue name : names) {
    texts[name.toString()] =
        contentOf(pageInLanguage(QStringLiteral(":/help"), name.toString() + QStringLiteral(".md")));
  }
  return texts;
}

QByteArray resourceMap() {
  ensureResources();
  return contentOf(QStringLiteral(":/help/map.json")).toUtf8();
}

HelpPage readPage(const QString& name, const QString& source) {
  static const QRegularExpression heading(QStringLiteral("^(#{1,3}) (.*?)\\s*\\{#([a-z0-9-]+)\\}\\s*$"));
  HelpPage page{name, {}, {}, {}};
  for (const QString& line : withCitations(source).split(QLatin1Char('\n'))) {
    const QRegularExpressionMatch match = heading.match(line);
    if (match.hasMatch()) {
      page.sections.push_back({match.captured(3), match.captured(2), static_cast<int>(match.captured(1).size()), {}});
      page.markdown += match.captured(1) + QLatin1Char(' ') + match.captured(2) + QLatin1Char('\n');
      if (page.title.isEmpty()) page.title = match.captured(2);
    } else {
      page.markdown += line + QLatin1Char('\n');
      // What a picture is called is no word of the text.
      static const QRegularExpression picture(QStringLiteral("!\\[[^\\]]*\\]\\([^)]*\\)"));
      if (!page.sections.empty()) page.sections.back().text += QString(line).remove(picture) + QLatin1Char(' ');
    }
  }
  return page;
}

bool containsAll(const QString& text, const QStringList& words) {
  return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

QString pageOf(const QString& topic) {
  return topic.section(QLatin1Char('#'), 0, 0);
}
QString anchorOf(const QString& topic) {
  return topic.section(QLatin1Char('#'), 1, 1);
}

const HelpBook& HelpBook::instance() {
  static std::map<QString, HelpBook> books;
  auto book = books.find(windowLanguage());
  if (book == books.end())
    book = books.try_emplace(windowLanguage(), resourceMap(), resourcePages(resourceMap())).first;
  return book->second;
}

HelpBook::HelpBook(const QByteArray& map, const QHash<QString, QString>& pages) {
  const QJsonObject root = QJsonDocument::fromJson(map).object();
  for (const QJsonValue name : root[QStringLiteral("pages")].toArray())
    m_pages.push_back(readPage(name.toString(), pages.value(name.toString())));
  const QJsonObject topics = root[QStringLiteral("topics")].toObject();
  for (auto topic = topics.begin(); topic != topics.end(); ++topic) m_topics[topic.key()] = topic.value().toString();
}

const HelpPage* HelpBook::page(const QString& name) const {
  const auto found = std::ranges::find(m_pages, name, &HelpPage::name);
  return found == m_pages.end() ? nullptr : &*found;
}

bool HelpBook::has(const QString& topic) const {
  const HelpPage* found = page(pageOf(topic));
  if (!found || found->sections.empty()) return false;
  const QString anchor = anchorOf(topic);
  return anchor.isEmpty() || std::ranges::find(found->sections, anchor, &HelpSection::anchor) != found->sections.end();
}

QString HelpBook::titleOf(const QString& topic) const {
  const HelpPage* found = page(pageOf(topic));
  if (!found) return {};
  const auto section = std::ranges::find(found->sections, anchorOf(topic), &HelpSection::anchor);
  return section == found->sections.end() ? found->title : section->title;
}

QStringList HelpBook::find(const QString& query) const {
  const QStringList words = query.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  QStringList inTitles;
  QStringList inTexts;
  if (words.isEmpty()) return {};
  for (const HelpPage& page : m_pages) {
    for (const HelpSection& section : page.sections) {
      const QString topic = page.name + QLatin1Char('#') + section.anchor;
      if (containsAll(section.title, words)) {
        inTitles += topic;
      } else if (containsAll(section.title + QLatin1Char(' ') + section.text, words)) {
        inTexts += topic;
      }
    }
  }
  return inTitles + inTexts;
}

}  // namespace noiseloom
