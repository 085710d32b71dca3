#include "ui/help/help_text.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>

#include "ui/help/help_book.h"
#include "ui/style/theme.h"

namespace noiseloom {

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
