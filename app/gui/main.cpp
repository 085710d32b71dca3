#include "ui/main/run.h"

int main(int argc, char** argv) {
  return noiseloom::run(argc, argv);
}
