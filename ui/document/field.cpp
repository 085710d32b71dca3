#include "ui/document/field.h"

#include <QCoreApplication>

namespace noiseloom {
namespace {

// What the table of fields calls them, for the tool that collects the texts to be translated.
[[maybe_unused]] constexpr const char* kLabels[] = {QT_TRANSLATE_NOOP("noiseloom", "iterations"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "epochs"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "data set size"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "batch size"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "epsilon"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "delta"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "adjacency"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "unit of privacy"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "batching"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "batches of the job"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "min-separation"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "tau"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "failure probability"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "mechanism"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "bands"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "buffers"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "tree decoder"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "stamps"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "robust from"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "noise rows"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "time limit"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "objective"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "column normalisation"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "workload"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "momentum"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "weight decay"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "learning rates"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "warm-up"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "cool-down"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "clip norm"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "memory of a machine"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "parameters"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "machines"),
                                                    QT_TRANSLATE_NOOP("noiseloom", "number type")};

}  // namespace

QString fieldLabel(Field field) {
  return QCoreApplication::translate("noiseloom", labelOf(infoOf(field)).c_str());
}

}  // namespace noiseloom
