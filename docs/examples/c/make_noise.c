/* The noise of a strategy file, one row of float32 values a step, to standard output:
 *
 *   make_noise STRATEGY.npz KEY_FILE PARAMETERS RANK WORLD FROM TO
 *
 * where a training job in C would add each row to its sum of clipped gradients. */
#include <noiseloom.h>
#include <stdio.h>
#include <stdlib.h>

static int refuse(void) {
  fprintf(stderr, "make_noise: %s\n", noiseloom_last_error());
  return 1;
}

static int make(const noiseloom_strategy* strategy, const noiseloom_key* key, char** argv) {
  const int64_t parameters = strtoll(argv[3], NULL, 10), rank = strtoll(argv[4], NULL, 10);
  const int64_t world = strtoll(argv[5], NULL, 10), from = strtoll(argv[6], NULL, 10), to = strtoll(argv[7], NULL, 10);
  noiseloom_noise* noise = NULL;
  if (noiseloom_noise_open(strategy, key, parameters, rank, world, NOISELOOM_FLOAT32, &noise) != NOISELOOM_OK) {
    return refuse();
  }
  int failed = 0;
  const size_t width = (size_t)(noiseloom_noise_end(noise) - noiseloom_noise_begin(noise));
  float* row = malloc(width * sizeof *row);
  if (row == NULL) failed = 1;
  if (!failed && noiseloom_noise_advance(noise, from) != NOISELOOM_OK) failed = refuse();
  while (!failed && noiseloom_noise_step(noise) < to) {
    if (noiseloom_noise_next_float(noise, row, width) != NOISELOOM_OK) failed = refuse();
    if (!failed && fwrite(row, sizeof *row, width, stdout) != width) failed = 1;
  }
  free(row);
  noiseloom_noise_free(noise);
  return failed;
}

int main(int argc, char** argv) {
  if (argc != 8) {
    fprintf(stderr, "usage: %s STRATEGY.npz KEY_FILE PARAMETERS RANK WORLD FROM TO\n", argv[0]);
    return 2;
  }
  if (noiseloom_api_version() != NOISELOOM_API_VERSION) {
    fprintf(stderr, "%s: compiled for another interface of libnoiseloom\n", argv[0]);
    return 2;
  }
  int failed = 1;
  noiseloom_strategy* strategy = NULL;
  noiseloom_key* key = NULL;
  double stddev = 0;
  if (noiseloom_strategy_load(argv[1], &strategy) == NOISELOOM_OK &&
      noiseloom_key_load(argv[2], &key) == NOISELOOM_OK &&
      noiseloom_strategy_figure(strategy, "stddev", &stddev) == NOISELOOM_OK) {
    fprintf(stderr, "%s strategy, stddev %.17g%s\n", noiseloom_strategy_kind(strategy), stddev,
            noiseloom_strategy_claimed(strategy) ? "" : ": NOTHING IS CLAIMED for it");
    failed = make(strategy, key, argv);
  } else {
    failed = refuse();
  }
  noiseloom_key_free(key);
  noiseloom_strategy_free(strategy);
  return failed;
}
