#include <coroutine>
#include <cstdio>
#include <exception>
#include <thread>
struct Task { struct promise_type { int value=0; Task get_return_object(){return {std::coroutine_handle<promise_type>::from_promise(*this)};} std::suspend_always initial_suspend(){return {};} std::suspend_always final_suspend() noexcept {return {};} void unhandled_exception(){std::terminate();} std::suspend_always yield_value(int v){value=v;return {};} void return_void(){} };
 std::coroutine_handle<promise_type> h; };
int g;
Task gen(int n){ for(int i=0;i<n;i++){ int loc=i; int*p=&loc; g+=*p; co_yield i; } }
struct Sym { struct promise_type { std::coroutine_handle<> cont; Sym get_return_object(){return {std::coroutine_handle<promise_type>::from_promise(*this)};} std::suspend_always initial_suspend(){return {};} 
 struct Fin { bool await_ready() noexcept {return false;} std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept { return h.promise().cont; } void await_resume() noexcept {} };
 Fin final_suspend() noexcept {return {};} void unhandled_exception(){std::terminate();} void return_void(){} };
 std::coroutine_handle<promise_type> h; bool await_ready(){return false;} std::coroutine_handle<> await_suspend(std::coroutine_handle<> c){ h.promise().cont=c; return h; } void await_resume(){ h.destroy(); } };
Sym inner(int i){ g+=i; co_return; }
Task outer(){ for(int i=0;i<1000;i++){ co_await inner(i); } co_yield 42; }
int main(){ auto t=gen(5); int s=0; while(!t.h.done()){ t.h.resume(); s+=t.h.promise().value; } t.h.destroy(); auto o=outer(); o.h.resume(); printf("%d %d %d\n",s,g,o.h.promise().value); o.h.destroy(); }
