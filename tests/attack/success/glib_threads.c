// shows: GLib's mutexes, condition variables, queues, once and thread pools order threads
// compile: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include
// link: -lglib-2.0
// schedules: 40
#include <assert.h>
#include <glib.h>
static GMutex m;
static GCond c;
static int ready, payload, pooled[2];
static gpointer Once(gpointer arg) { return arg; }
static gpointer Work(gpointer arg) {
  static GOnce once = G_ONCE_INIT;
  g_once(&once, Once, arg);
  int* item = g_async_queue_pop(arg);
  assert(*item == 5);
  *item = 6;
  g_mutex_lock(&m);
  payload = *item;
  ready = 1;
  g_cond_signal(&c);
  g_mutex_unlock(&m);
  return NULL;
}
static void Pooled(gpointer data, gpointer user) { *(int*)data = *(int*)user; }
int main(void) {
  GAsyncQueue* queue = g_async_queue_new();
  int item = 5, user = 3;
  GThread* t = g_thread_new("worker", Work, queue);
  g_async_queue_push(queue, &item);
  g_mutex_lock(&m);
  while (!ready) g_cond_wait(&c, &m);
  assert(payload == 6);
  g_mutex_unlock(&m);
  g_thread_join(t);
  GThreadPool* pool = g_thread_pool_new(Pooled, &user, 2, TRUE, NULL);
  g_thread_pool_push(pool, &pooled[0], NULL);
  g_thread_pool_push(pool, &pooled[1], NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
  assert(pooled[0] == 3 && pooled[1] == 3);
  g_async_queue_unref(queue);
  return 0;
}
