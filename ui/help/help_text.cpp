#include "ui/help/help_text.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QUrl>

#include "ui/help/help_book.h"
#include "ui/style/named_picture.h"
#include "ui/style/theme.h"

namespace noiseloom {

namespace {

/// States the size of each picture, so that pages are laid out without drawing any.
void sizePictures(const QTextBlock& block, double type) {
  for (auto at = block.begin(); !at.atEnd(); ++at) {
    const QTextFragment fragment = at.fragment();
    if (!fragment.charFormat().isImageFormat()) continue;
    QTextImageFormat format = fragment.charFormat().toImageFormat();
    const QSizeF size = namedPictureSize(QUrl(format.name()).path(), type);
    if (size.isEmpty()) continue;
    format.setWidth(size.width());
    format.setHeight(size.height());
    QTextCursor cursor(block);
    cursor.setPosition(fragment.position());
    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
    cursor.setCharFormat(format);
    return;
  }
}

}  // namespace

void setHelpText(QTextDocument& document, const HelpPage& page) {
  document.setMarkdown(page.markdown, QTextDocument::MarkdownDialectGitHub);
  std::size_t section = 0;
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat lines;
    lines.setLineHeight(120, QTextBlockFormat::ProportionalHeight);
    const int level = block.blockFormat().headingLevel();
    if (level > 0) lines.setTopMargin(level == 1 ? 0 : 2 * kGrid);
    if (block.textList()) {
      lines.setTopMargin(0);
      lines.setBottomMargin(kHalfGrid);
    }
    cursor.mergeBlockFormat(lines);
    sizePictures(block, QFontMetricsF(document.defaultFont()).height());
    // Headings without an anchor are deeper ones, which nothing links to.
    if (level == 0 || section >= page.sections.size() || block.text() != page.sections[section].title) continue;
    QTextCharFormat mark;
    mark.setAnchor(true);
    mark.setAnchorNames({page.sections[section].anchor});
    QTextCursor heading(block);
    heading.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    heading.mergeCharFormat(mark);
    ++section;
  }
}

}  // namespace noiseloom
