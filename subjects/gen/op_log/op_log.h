/* A log of numbers for many threads. */
#ifndef OP_LOG_H
#define OP_LOG_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct op_log;

struct op_log* op_log_open(size_t room);
void op_log_free(struct op_log* log);

/* 0, or -1 if there is no room. Any thread may call it. */
int op_log_append(struct op_log* log, int value);
/* The last one, or -1. Any thread may call it. */
int op_log_last(struct op_log* log);
size_t op_log_count(const struct op_log* log);

#ifdef __cplusplus
}
#endif

#endif
