#include "ui/help/help_window.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPointer>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QToolButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/help/help_book.h"
#include "ui/help/help_text.h"
#include "ui/style/icons.h"
#include "ui/style/named_picture.h"
#include "ui/style/on_change.h"
#include "ui/style/theme.h"

namespace noiseloom {
namespace {

constexpr int kTopicRole = Qt::UserRole;

/// A text whose pictures are drawn when they come into view.
class PicturedDocument : public QTextDocument {
 public:
  explicit PicturedDocument(QTextBrowser& view) : QTextDocument(&view), m_view(view) {}

 protected:
  QVariant loadResource(int type, const QUrl& url) override {
    const QString name = url.path();
    if (url.scheme() != QLatin1String("picture") || !hasNamedPicture(name))
      return QTextDocument::loadResource(type, url);
    return namedPicture(name, QFontMetricsF(defaultFont()).height(), themeOf(m_view.palette()),
                        m_view.devicePixelRatioF());
  }

 private:
  QTextBrowser& m_view;
};

QToolButton* tool(const char* object, const QString& icon, const QString& name, const QKeySequence& keys) {
  auto* button = new QToolButton;
  button->setObjectName(QString::fromLatin1(object));
  button->setAutoRaise(true);
  button->setIcon(symbolicIcon(icon));
  button->setAccessibleName(name);
  button->setToolTip(HelpWindow::tr("%1 (%2)").arg(name, keys.toString(QKeySequence::NativeText)));
  button->setShortcut(keys);
  return button;
}

}  // namespace

HelpWindow::HelpWindow(QWidget* parent)
    : QDialog(parent),
      m_search(new QLineEdit),
      m_contents(new QTreeWidget),
      m_text(new QTextBrowser),
      m_back(tool("helpBack", QStringLiteral("back"), tr("Back"), QKeySequence(QKeySequence::Back))),
      m_forward(tool("helpForward", QStringLiteral("forward"), tr("Forward"), QKeySequence(QKeySequence::Forward))) {
  setObjectName(QStringLiteral("helpWindow"));
  setWindowTitle(tr("Noiseloom help"));
  setSizeGripEnabled(true);
  build();
  fillContents();
  connect(m_search, &QLineEdit::textChanged, this, &HelpWindow::narrow);
  connect(m_search, &QLineEdit::returnPressed, this, [this] {
    if (m_contents->currentItem()) showTopic(m_contents->currentItem()->data(0, kTopicRole).toString());
  });
  connect(m_contents, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item && !m_filling) showTopic(item->data(0, kTopicRole).toString());
  });
  connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::followLink);
  connect(m_back, &QToolButton::clicked, this, &HelpWindow::back);
  connect(m_forward, &QToolButton::clicked, this, &HelpWindow::forward);
  resize(widthIn(font(), 880), widthIn(font(), 600));
  // The colour of links is stored in the text.
  onChange(*this, {QEvent::FontChange, QEvent::PaletteChange}, [this] {
    if (m_page.isEmpty()) return;
    m_page.clear();
    display(topic());
  });
}

void HelpWindow::build() {
  nameWidget(m_search, QStringLiteral("helpSearch"), tr("Search the help"));
  m_search->setPlaceholderText(tr("Search"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(symbolicIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  nameWidget(m_contents, QStringLiteral("helpContents"), tr("Contents of the help"));
  m_contents->setHeaderHidden(true);
  m_contents->setFrameShape(QFrame::NoFrame);
  nameWidget(m_text, QStringLiteral("helpText"), tr("Text of the help"));
  m_text->setOpenLinks(false);
  m_text->setFrameShape(QFrame::NoFrame);

  auto* left = new QWidget;
  auto* column = newLayout<QVBoxLayout>({kGrid, kGrid, 0, kGrid}, kGrid, left);
  column->addWidget(m_search);
  column->addWidget(m_contents, 1);
  auto* right = new QWidget;
  auto* reading = newLayout<QVBoxLayout>({0, kGrid, kGrid, kGrid}, kHalfGrid, right);
  auto* tools = new QHBoxLayout;
  tools->addWidget(m_back);
  tools->addWidget(m_forward);
  tools->addStretch(1);
  reading->addLayout(tools);
  reading->addWidget(m_text, 1);
  auto* splitter = new QSplitter;
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(left);
  splitter->addWidget(right);
  splitter->setSizes({widthIn(font(), 260), widthIn(font(), 620)});
  splitter->setStretchFactor(1, 1);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter);
}

void HelpWindow::fillContents() {
  const QSize row(0, m_contents->fontMetrics().lineSpacing() + kGrid);
  for (const HelpPage& page : HelpBook::instance().pages()) {
    auto* top = new QTreeWidgetItem(m_contents, {page.title});
    top->setData(0, kTopicRole, page.name);
    top->setSizeHint(0, row);
    for (const HelpSection& section : page.sections) {
      if (section.level == 1) continue;
      auto* item = new QTreeWidgetItem(top, {section.title});
      item->setData(0, kTopicRole, page.name + QLatin1Char('#') + section.anchor);
      item->setSizeHint(0, row);
    }
  }
}

void HelpWindow::narrow(const QString& query) {
  const QStringList found = HelpBook::instance().find(query);
  const bool all = query.trimmed().isEmpty();
  QTreeWidgetItem* first = nullptr;
  for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
    QTreeWidgetItem* page = m_contents->topLevelItem(i);
    bool any = all || found.contains(page->data(0, kTopicRole).toString() + QStringLiteral("#top"));
    for (int j = 0; j < page->childCount(); ++j) {
      QTreeWidgetItem* section = page->child(j);
      const QString topic = section->data(0, kTopicRole).toString();
      const bool match = all || found.contains(topic);
      section->setHidden(!match);
      any = any || match;
      if (!all && match && topic == found.front()) first = section;
    }
    page->setHidden(!any);
    page->setExpanded(!all && any);
    if (!all && any && !first && page->childCount() == 0) first = page;
  }
  m_filling = true;
  m_contents->setCurrentItem(first);
  m_filling = false;
}

void HelpWindow::showTopic(const QString& topic) {
  const HelpBook& book = HelpBook::instance();
  const QString known = book.has(topic) ? topic : book.pages().empty() ? QString() : book.pages().front().name;
  if (known != this->topic()) {
    m_history = m_history.mid(0, m_place + 1);
    m_history += known;
    m_place = static_cast<int>(m_history.size()) - 1;
  }
  display(known);
}

void HelpWindow::step(int by) {
  if (m_place + by < 0 || m_place + by >= m_history.size()) return;
  m_place += by;
  display(m_history.at(m_place));
}

/// The browser's own document would be laid out again after each paragraph. A document that is complete when it is set
/// is laid out once, and only as far as it is in view: the rest follows in idle time.
void HelpWindow::load(const HelpPage& page) {
  const QPointer<QTextDocument> before = m_text->document();
  auto* document = new PicturedDocument(*m_text);
  document->setUndoRedoEnabled(false);
  document->setDocumentMargin(2 * kGrid);
  document->setDefaultFont(m_text->font());
  setHelpText(*document, page);
  m_text->setDocument(document);
  delete before;
  m_page = page.name;
}

void HelpWindow::display(const QString& topic) {
  const HelpPage* page = HelpBook::instance().page(pageOf(topic));
  if (!page) return;
  if (m_page != page->name) load(*page);
  const QString anchor = anchorOf(topic);
  if (anchor.isEmpty()) {
    m_text->verticalScrollBar()->setValue(0);
  } else {
    m_text->scrollToAnchor(anchor);
  }
  m_back->setEnabled(m_place > 0);
  m_forward->setEnabled(m_place + 1 < m_history.size());
  m_filling = true;
  for (QTreeWidgetItemIterator item(m_contents); *item; ++item) {
    if ((*item)->data(0, kTopicRole).toString() == topic) m_contents->setCurrentItem(*item);
  }
  m_filling = false;
}

QString HelpWindow::headingInView() const {
  const QTextCursor top = m_text->cursorForPosition({2 * kGrid, 2 * kGrid});
  QTextBlock block = top.block();
  while (block.isValid() && block.blockFormat().headingLevel() == 0) block = block.previous();
  return block.text();
}

void HelpWindow::followLink(const QUrl& link) {
  if (!link.scheme().isEmpty()) {
    QDesktopServices::openUrl(link);
    return;
  }
  QString page = link.path();
  if (page.endsWith(QLatin1String(".md"))) page.chop(3);
  if (page.isEmpty()) page = m_page;
  showTopic(link.hasFragment() ? page + QLatin1Char('#') + link.fragment() : page);
}

void showHelp(QWidget* anyWidget, const QString& topic) {
  QWidget* window = anyWidget ? anyWidget->window() : nullptr;
  while (window && window->parentWidget()) window = window->parentWidget()->window();
  auto* help = window ? window->findChild<HelpWindow*>() : nullptr;
  if (!help) {
    help = new HelpWindow(window);
    help->setAttribute(Qt::WA_DeleteOnClose);
  }
  help->show();
  help->showTopic(topic);
  help->raise();
  help->activateWindow();
}

QString topicFor(const QWidget* widget) {
  for (; widget; widget = widget->parentWidget()) {
    const QString topic = HelpBook::instance().topicOf(widget->objectName());
    if (!topic.isEmpty()) return topic;
  }
  return {};
}

void explain(QWidget* widget) {
  const QString topic = topicFor(widget);
  showHelp(widget, topic.isEmpty() ? QStringLiteral("window") : topic);
}

}  // namespace noiseloom
