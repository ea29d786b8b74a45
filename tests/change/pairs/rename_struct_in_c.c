//: what: a struct of C, its fields and the functions on it get a prefix
//: impact: same
//: fault: none
#include "pair.h"
-struct queue {
-  pthread_mutex_t lock;
-  int head, tail;
-};
-static void queue_put(struct queue *q) {
-  pthread_mutex_lock(&q->lock);
-  q->tail++;
-  pthread_mutex_unlock(&q->lock);
-}
-static int queue_size(struct queue *q) { return q->tail - q->head; }
-static struct queue q = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
+struct mq {
+  pthread_mutex_t mq_lock;
+  int mq_head, mq_tail;
+};
+static void mq_put(struct mq *q) {
+  pthread_mutex_lock(&q->mq_lock);
+  q->mq_tail++;
+  pthread_mutex_unlock(&q->mq_lock);
+}
+static int mq_size(struct mq *q) { return q->mq_tail - q->mq_head; }
+static struct mq q = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static void *work(void *unused) {
-  queue_put(&q);
+  mq_put(&q);
  return unused;
}
int main(void) {
  TWO_THREADS(work, work);
-  return queue_size(&q) - 2;
+  return mq_size(&q) - 2;
}
