#include "core/owners/spaced_batches.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "core/train/seeded_numbers.h"

namespace noiseloom {
namespace {

constexpr std::uint32_t kNobody = UINT32_MAX;
constexpr std::uint32_t kNever = UINT32_MAX;  // later than any step

// Who goes first: how often it was taken, then its rank in the drawn order. Small, since what this takes is the
// memory's time.
using Turn = std::pair<std::uint32_t, std::uint32_t>;
using Turns = std::vector<Turn>;  // a heap, the first turn on top

void push(Turns& turns, Turn turn) {
  turns.push_back(turn);
  std::ranges::push_heap(turns, std::greater<>());
}

Turn pop(Turns& turns) {
  std::ranges::pop_heap(turns, std::greater<>());
  const Turn turn = turns.back();
  turns.pop_back();
  return turn;
}

// An example that cannot be taken waits with the owner that is busy for longest. When an owner is free again, the first
// of those who wait with it is enough to try: if it is taken, the owner is busy once more; if it has to wait for
// another owner, the next one is tried. So an owner of many examples costs no pass over all of them.
class Scheduler {
 public:
  Scheduler(const OwnerTable& table, std::span<const Index> examples, const SpacedRequest& request)
      : m_table(table),
        m_request(request),
        m_freeFrom(static_cast<std::size_t>(table.owners())),
        m_taken(static_cast<std::size_t>(table.owners())),
        m_waiting(static_cast<std::size_t>(table.owners())),
        m_triedFor(examples.size(), kNobody) {
    const std::vector<Index> order = seededOrder(request.seed, SeedUse::Schedule, std::ssize(examples));
    m_examples.reserve(order.size());
    m_ready.reserve(order.size());
    for (const Index at : order) {
      m_ready.emplace_back(0, static_cast<std::uint32_t>(m_examples.size()));  // rising, as a heap may be
      m_examples.push_back(examples[static_cast<std::size_t>(at)]);
    }
  }

  Schedule run(const RunControl& control);

 private:
  void release(Index step, const Schedule& schedule);
  void fill(Index step, std::vector<Index>& batch, const RunControl& control);
  void tryNextOf(std::uint32_t owner);
  void take(Index step, Turn turn);
  std::uint32_t busiest(Index step, std::span<const std::uint32_t> owners) const;

  const OwnerTable& m_table;
  const SpacedRequest& m_request;
  std::vector<std::uint32_t> m_freeFrom;  // the step from which an owner may take part again
  std::vector<std::uint32_t> m_taken;     // steps in which an owner took part
  std::vector<Turns> m_waiting;           // with an owner
  std::vector<std::uint32_t> m_triedFor;  // by rank: the owner with which it waited
  std::vector<Index> m_examples;          // by rank
  Turns m_ready;
};

// The owner for which an example has to wait at that step; kNobody: it may be taken.
std::uint32_t Scheduler::busiest(Index step, std::span<const std::uint32_t> owners) const {
  std::uint32_t found = kNobody;
  auto from = static_cast<std::uint32_t>(step);
  for (const std::uint32_t owner : owners) {
    if (m_freeFrom[owner] > from) {
      found = owner;
      from = m_freeFrom[owner];
    }
  }
  return found;
}

void Scheduler::tryNextOf(std::uint32_t owner) {
  if (m_waiting[owner].empty()) return;
  const Turn turn = pop(m_waiting[owner]);
  m_triedFor[turn.second] = owner;
  push(m_ready, turn);
}

void Scheduler::take(Index step, Turn turn) {
  const auto owners = m_table.of(m_examples[turn.second]);
  m_triedFor[turn.second] = kNobody;
  for (const std::uint32_t owner : owners) {
    const bool ends = ++m_taken[owner] == m_request.participations;
    m_freeFrom[owner] = ends ? kNever : static_cast<std::uint32_t>(step + m_request.separation);
  }
  const std::uint32_t with = busiest(step, owners);
  if (turn.first + 1 < m_request.epochs && m_freeFrom[with] < m_request.iterations)
    push(m_waiting[with], {turn.first + 1, turn.second});
}

// Owners whose time of waiting ends with this step are those of the batch b steps before.
void Scheduler::release(Index step, const Schedule& schedule) {
  if (step < m_request.separation) return;
  for (const Index example : schedule.batch(step - m_request.separation)) {
    for (const std::uint32_t owner : m_table.of(example)) {
      if (m_freeFrom[owner] == step) tryNextOf(owner);
    }
  }
}

void Scheduler::fill(Index step, std::vector<Index>& batch, const RunControl& control) {
  for (Index tried = 0; !m_ready.empty() && std::ssize(batch) < m_request.batchSize; ++tried) {
    if (tried % 4096 == 0 && control.stopRequested()) return;
    const Turn turn = pop(m_ready);
    const std::uint32_t with = busiest(step, m_table.of(m_examples[turn.second]));
    if (with == kNobody) {
      batch.push_back(m_examples[turn.second]);
      take(step, turn);
      continue;
    }
    const std::uint32_t before = std::exchange(m_triedFor[turn.second], kNobody);
    if (m_freeFrom[with] < m_request.iterations) push(m_waiting[with], turn);
    if (before != kNobody && m_freeFrom[before] <= step) tryNextOf(before);
  }
}

Schedule Scheduler::run(const RunControl& control) {
  Schedule schedule;
  std::vector<Index> batch;
  for (Index step = 0; step < m_request.iterations; ++step) {
    release(step, schedule);
    batch.clear();
    fill(step, batch, control);
    if (control.stopRequested()) break;
    std::ranges::sort(batch);
    schedule.indices.insert(schedule.indices.end(), batch.begin(), batch.end());
    schedule.offsets.push_back(std::ssize(schedule.indices));
    control.report(static_cast<double>(step + 1) / static_cast<double>(m_request.iterations),
                   Core::tr("forming batches"));
  }
  return schedule;
}

}  // namespace

Schedule spacedBatches(const OwnerTable& table, std::span<const Index> examples, const SpacedRequest& request,
                       const RunControl& control) {
  checkInteger("batch_size", request.batchSize, 1, OwnerTable::kMostExamples);
  checkInteger("iterations", request.iterations, 1, OwnerTable::kMostExamples / request.batchSize,
               std::string("2^29 examples are what a file of batches holds"));
  checkInteger("min_sep", request.separation, 1, request.iterations, std::string("the iterations"));
  checkInteger("participations", request.participations, 1, kNoLimit);
  checkInteger("epochs", request.epochs, 1, kNoLimit);
  return Scheduler(table, examples, request).run(control);
}

}  // namespace noiseloom
