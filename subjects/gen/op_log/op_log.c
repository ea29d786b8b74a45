#include "op_log.h"

#include <pthread.h>
#include <stdlib.h>

struct op_log {
  pthread_mutex_t lock;
  size_t room, count;
  int* values;
};

struct op_log* op_log_open(size_t room) {
  struct op_log* log = calloc(1, sizeof *log);
  if (log == NULL) return NULL;
  pthread_mutex_init(&log->lock, NULL);
  log->room = room > 16 ? 16 : room;
  log->values = calloc(log->room + 1, sizeof *log->values);
  return log;
}

void op_log_free(struct op_log* log) {
  pthread_mutex_destroy(&log->lock);
  free(log->values);
  free(log);
}

int op_log_append(struct op_log* log, int value) {
  int result = -1;
  pthread_mutex_lock(&log->lock);
  if (log->count < log->room) {
    log->values[log->count++] = value;
    result = 0;
  }
  pthread_mutex_unlock(&log->lock);
  return result;
}

int op_log_last(struct op_log* log) {
  /* planted: the count is read before the lock is taken */
  const size_t count = log->count;
  int result = -1;
  pthread_mutex_lock(&log->lock);
  if (count > 0) result = log->values[count - 1];
  pthread_mutex_unlock(&log->lock);
  return result;
}

size_t op_log_count(const struct op_log* log) {
  pthread_mutex_t* lock = (pthread_mutex_t*)&log->lock;
  pthread_mutex_lock(lock);
  const size_t count = log->count;
  pthread_mutex_unlock(lock);
  return count;
}
