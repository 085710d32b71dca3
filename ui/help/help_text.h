#pragma once

class QTextDocument;

namespace noiseloom {

struct HelpPage;

/// Fills a document with a page: its anchors stand at its headings, links take the colour of the palette, lines have
/// room.
void setHelpText(QTextDocument& document, const HelpPage& page);

}  // namespace noiseloom
