// What most pairs need: two threads of two functions, joined.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#define TWO_THREADS(f, g)                    \
  pthread_t first, second;                   \
  pthread_create(&first, NULL, (f), NULL);   \
  pthread_create(&second, NULL, (g), NULL);  \
  pthread_join(first, NULL);                 \
  pthread_join(second, NULL)
