#include "ui/style/on_change.h"

#include <QWidget>
#include <algorithm>
#include <utility>
#include <vector>

namespace noiseloom {
namespace {

class ChangeFilter : public QObject {
 public:
  ChangeFilter(QWidget& widget, std::vector<QEvent::Type> what, std::function<void()> then)
      : QObject(&widget), m_what(std::move(what)), m_then(std::move(then)) {
    widget.installEventFilter(this);
  }

  bool eventFilter(QObject*, QEvent* event) override {
    if (std::ranges::find(m_what, event->type()) != m_what.end()) m_then();
    return false;
  }

 private:
  std::vector<QEvent::Type> m_what;
  std::function<void()> m_then;
};

}  // namespace

void onChange(QWidget& widget, std::initializer_list<QEvent::Type> what, std::function<void()> then) {
  new ChangeFilter(widget, what, std::move(then));
}

}  // namespace noiseloom
