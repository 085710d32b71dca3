#pragma once

#include "ui/dialogs/export_frame.h"
#include "ui/document/claim_state.h"
#include "ui/export/picture_writer.h"

namespace noiseloom {

class PictureOptionsForm;
class PathRow;
class ScenarioDocument;

/// Save picture: writes one picture. The suffix follows the chosen format, and the format follows a typed suffix.
class SavePictureDialog : public ExportFrame {
  Q_OBJECT

 public:
  SavePictureDialog(const Picture& picture, ScenarioDocument& document, QWidget* parent = nullptr);
  /// Opens "Save picture …" for a plot in `window`; the dialog closes with the window.
  static void openFor(const Picture& picture, ScenarioDocument& document, QWidget& window);

  PathRow& path() { return *m_path; }
  PictureOptionsForm& options() { return *m_options; }

 private:
  void refresh() override;
  void exportClicked() override;

  Picture m_picture;
  std::shared_ptr<const Design> m_design;  ///< the picture's; the document may change meanwhile
  std::string m_scenario;
  Caption m_caption;
  PathRow* m_path;
  PictureOptionsForm* m_options;
  PictureWriter m_writer;
};

}  // namespace noiseloom
