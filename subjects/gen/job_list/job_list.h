/* A list of jobs in C. All functions may be called by many threads. */
#ifndef JOB_LIST_H_
#define JOB_LIST_H_

#include <pthread.h>
#include <stdlib.h>

struct job {
  int id, priority;
  struct job* next;
};

struct job_list {
  pthread_mutex_t mutex;
  struct job* first;
  int count;
};

static inline struct job_list* job_list_create(void) {
  struct job_list* list = (struct job_list*)calloc(1, sizeof *list);
  pthread_mutex_init(&list->mutex, NULL);
  return list;
}

static inline void job_list_destroy(struct job_list* list) {
  while (list->first) {
    struct job* next = list->first->next;
    free(list->first);
    list->first = next;
  }
  pthread_mutex_destroy(&list->mutex);
  free(list);
}

static inline void job_list_add(struct job_list* list, int id, int priority) {
  struct job* fresh = (struct job*)malloc(sizeof *fresh);
  fresh->id = id;
  fresh->priority = priority;
  pthread_mutex_lock(&list->mutex);
  fresh->next = list->first;
  list->first = fresh;
  ++list->count;
  pthread_mutex_unlock(&list->mutex);
}

static inline struct job* job_list_find_(struct job_list* list, int id) {
  struct job* at = list->first;
  while (at && at->id != id) at = at->next;
  return at;
}

static inline void job_list_unlink_(struct job_list* list, struct job* gone) {
  struct job** at = &list->first;
  while (*at && *at != gone) at = &(*at)->next;
  if (*at) *at = gone->next, --list->count;
}

static inline int job_list_take(struct job_list* list) {
  int id = -1;
  pthread_mutex_lock(&list->mutex);
  if (list->first) {
    struct job* gone = list->first;
    id = gone->id;
    job_list_unlink_(list, gone);
    free(gone);
  }
  pthread_mutex_unlock(&list->mutex);
  return id;
}

static inline int job_list_cancel(struct job_list* list, int id) {
  pthread_mutex_lock(&list->mutex);
  struct job* gone = job_list_find_(list, id);
  pthread_mutex_unlock(&list->mutex);
  if (!gone) return 0;
  pthread_mutex_lock(&list->mutex); /* planted: it may be gone by now */
  job_list_unlink_(list, gone);
  free(gone);
  pthread_mutex_unlock(&list->mutex);
  return 1;
}

static inline int job_list_count(const struct job_list* list) {
  pthread_mutex_lock((pthread_mutex_t*)&list->mutex);
  const int count = list->count;
  pthread_mutex_unlock((pthread_mutex_t*)&list->mutex);
  return count;
}

#endif
