// shows: GLib: one of two threads does not take the lock
// compile: -I/usr/include/glib-2.0 -I/usr/lib/x86_64-linux-gnu/glib-2.0/include
// link: -lglib-2.0
// kind: race
#include <glib.h>
static GMutex m;
static int count;
static gpointer Work(gpointer arg) {
  g_mutex_lock(&m);
  count++;
  g_mutex_unlock(&m);
  return NULL;
}
int main(void) {
  GThread* t = g_thread_new("worker", Work, NULL);
  count++;
  g_thread_join(t);
  return 0;
}
