// shows: libuv: work on its thread pool, and a message to the loop
// link: -luv
// needs: exec
// schedules: 40
#include <assert.h>
#include <uv.h>
static int result, told;
static uv_async_t async;
static uv_thread_t thread;
static void Work(uv_work_t* r) { *(int*)r->data = 4; }
static void After(uv_work_t* r, int status) { assert(status == 0 && result == 4); }
static void Told(uv_async_t* a) {
  assert(told == 9);
  uv_close((uv_handle_t*)a, 0);
}
static void Tell(void* arg) {
  told = 9;
  uv_async_send(arg);
}
int main(void) {
  uv_loop_t* loop = uv_default_loop();
  uv_work_t work = {.data = &result};
  uv_async_init(loop, &async, Told);
  uv_thread_create(&thread, Tell, &async);
  uv_queue_work(loop, &work, Work, After);
  uv_run(loop, UV_RUN_DEFAULT);
  uv_thread_join(&thread);
  assert(result == 4);
  uv_loop_close(loop);
  return 0;
}
