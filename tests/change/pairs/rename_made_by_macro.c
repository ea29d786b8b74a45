//: what: variables and functions whose names a macro makes have another prefix
//: impact: same
//: slow: yes
//: fault: none
#include "pair.h"
-#define QUEUE(name) static pthread_mutex_t queue_##name##_lock = PTHREAD_MUTEX_INITIALIZER; \
-  static int queue_##name##_length; \
-  static void queue_##name##_put(void) { pthread_mutex_lock(&queue_##name##_lock); queue_##name##_length++; \
-    pthread_mutex_unlock(&queue_##name##_lock); }
-#define PUT(name) queue_##name##_put()
+#define QUEUE(name) static pthread_mutex_t q_##name##_mutex = PTHREAD_MUTEX_INITIALIZER; \
+  static int q_##name##_size; \
+  static void q_##name##_append(void) { pthread_mutex_lock(&q_##name##_mutex); q_##name##_size++; \
+    pthread_mutex_unlock(&q_##name##_mutex); }
+#define PUT(name) q_##name##_append()
QUEUE(in)
QUEUE(out)
static void* work(void* unused) {
  PUT(in);
  PUT(out);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
  return 0;
}
