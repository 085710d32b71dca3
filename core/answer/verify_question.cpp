#include "core/answer/verify_question.h"

#include <utility>

#include "core/answer/arguments.h"
#include "core/answer/claim_note.h"
#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/key_file.h"
#include "core/verify/verify_plan.h"
#include "core/verify/verify_strategy.h"

namespace noiseloom {

void VerifyQuestion::declare(const AddOption& add) {
  add({.name = "file",
       .type = "FILE",
       .place = &m_file,
       .help = "strategy file or noise plan to check",
       .positional = true});
  add({"strategy", "FILE.npz", &m_strategy,
       "the strategy file of a noise plan [the file it names, beside it] or of a record"});
  add({"job", "RECORD", &m_job, "in place of a file: what a training job recorded, against its strategy file"});
  add({"key-file", "FILE", &m_keyFile, "with --job: the run's secret key, to make its batches and noise again"});
  add({"against", "RECORD", &m_against, "with --job: a record that must be of another run, or of another shard"});
  add({.name = "finished",
       .place = &m_finished,
       .help = "with --job: the run is over, so that its record must have an end"});
}

const std::string& VerifyQuestion::checkedFile() const {
  if (m_file && m_job) throw InvalidArgument("job", *m_job, "it without another file to check, such as " + *m_file);
  if (!m_file && !m_job)
    throw InvalidArgument("file", std::string("none"), std::string("a strategy file, a noise plan or --job RECORD"));
  return m_job ? *m_job : *m_file;
}

RecordVerification VerifyQuestion::ofRecord(const RunControl& control) const {
  if (!m_strategy)
    throw InvalidArgument("strategy", std::string("none"), std::string("the strategy file that the job was to follow"));
  RecordEvidence evidence{*m_job, *m_strategy, {}, {}, m_finished};
  if (m_keyFile) evidence.key = readKeyFile(*m_keyFile);
  if (m_against) evidence.against = *m_against;
  return verifyRunRecord(evidence, control);
}

Verification VerifyQuestion::ofFile(const RunControl& control) const {
  refuseTyped({{"key_file", m_keyFile}, {"against", m_against}}, "--job with it");
  if (m_finished) throw InvalidArgument("finished", std::string("on"), std::string("--job with it"));
  const bool isPlan = startOfFile(*m_file).starts_with('{');
  if (m_strategy && !isPlan)
    throw InvalidArgument("strategy", *m_strategy, "it with a noise plan or a record only: " + *m_file + " is none");
  return isPlan ? verifyNoisePlan(*m_file, m_strategy, control) : verifyStrategyFile(*m_file, control);
}

RecordVerification VerifyQuestion::verify(const RunControl& control) const {
  (void)checkedFile();  // refuses what goes ill together
  return m_job ? ofRecord(control) : RecordVerification{ofFile(control), {}};
}

Answer VerifyQuestion::answer(const RunControl& control) const {
  const RecordVerification verification = verify(control);
  if (control.stop.stop_requested()) return {Ending::Stopped};
  return {verification.passed() ? Ending::Answered : Ending::No, verificationJson(checkedFile(), verification)};
}

Json verificationJson(const std::string& file, const RecordVerification& verification) {
  Json items = Json::array();
  for (const VerificationItem& item : verification.items) {
    items.push_back({{"name", item.name},
                     {"stated", item.stated.english()},
                     {"recomputed", item.recomputed.english()},
                     {"passed", item.passed}});
  }
  Json object{{"file", file},
              {"passed", verification.passed()},
              {"items", std::move(items)},
              {"not_checked", verification.notChecked},
              {"cautions", cautionsJson(verification.cautions)}};
  if (!verification.covers.empty()) object["covers"] = verification.covers.english();
  return object;
}

}  // namespace noiseloom
