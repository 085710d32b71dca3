#pragma once

class QTextDocument;

namespace noiseloom {

struct HelpPage;

/// Fills a document with a page: sets anchors at its headings, link colours from the palette, and line spacing.
void setHelpText(QTextDocument& document, const HelpPage& page);

}  // namespace noiseloom
