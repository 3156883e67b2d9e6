/*
 * A disk that can be made to fail: preloaded into the program under test, it stands between it and its database.
 *
 * While the file named by DISK_FLAG exists, calls on a file whose name ends in .redb, .journal or .probe, or in what
 * DISK_ENDING says, go wrong, as its first letter says:
 *   f  full: nothing more is written
 *   t  torn: half of each write gets through
 *   s  writes pass, but the sync fails
 *   h  hangs: calls wait until the file is gone or says something else
 *   k  calls pass, until as many were made as the number after it says; the next one kills the program
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int ends_in(const char *path, ssize_t length, const char *ending)
{
    ssize_t size = strlen(ending);
    return length >= size && memcmp(path + length - size, ending, size) == 0;
}

static char look(int fd)
{
    const char *flag = getenv("DISK_FLAG");
    int saved = errno;
    char mode = 0, text[32] = { 0 }, link[64], path[4096];
    int file = flag ? open(flag, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (read(file, text, sizeof text - 1) > 0)
            mode = text[0];
        close(file);
    }
    if (mode) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, path, sizeof path);
        const char *ending = getenv("DISK_ENDING");
        int is_ours = ending ? ends_in(path, length, ending)
                             : ends_in(path, length, ".redb") || ends_in(path, length, ".journal") || ends_in(path, length, ".probe");
        if (!is_ours)
            mode = 0;
    }
    if (mode == 'k') {
        static atomic_int calls;
        if (atomic_fetch_add(&calls, 1) >= atoi(text + 1))
            kill(getpid(), SIGKILL);
        mode = 0;
    }
    errno = saved;
    return mode;
}

static char trouble(int fd)
{
    char mode;
    while ((mode = look(fd)) == 'h')
        usleep(10000);
    return mode;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL(code) do { errno = (code); return -1; } while (0)

ssize_t write(int fd, const void *data, size_t length)
{
    char mode = trouble(fd);
    if (mode == 'f' || (mode == 't' && length < 2))
        FAIL(ENOSPC);
    return NEXT(write)(fd, data, mode == 't' ? length / 2 : length);
}

ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *at_to, size_t length, unsigned flags)
{
    if (trouble(to) == 'f')
        FAIL(ENOSPC);
    return NEXT(copy_file_range)(from, at, to, at_to, length, flags);
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t at)
{
    char mode = trouble(fd);
    if (mode == 't' && length > 1)
        NEXT(pwrite64)(fd, data, length / 2, at);
    if (mode == 'f' || mode == 't')
        FAIL(ENOSPC);
    return NEXT(pwrite64)(fd, data, length, at);
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at)
{
    return pwrite64(fd, data, length, at);
}

int ftruncate64(int fd, off64_t length)
{
    char mode = trouble(fd);
    if (mode == 'f' || mode == 't')
        FAIL(ENOSPC);
    return NEXT(ftruncate64)(fd, length);
}

int ftruncate(int fd, off_t length)
{
    return ftruncate64(fd, length);
}

int fallocate64(int fd, int mode, off64_t at, off64_t length)
{
    if (trouble(fd) == 'f')
        FAIL(ENOSPC);
    return NEXT(fallocate64)(fd, mode, at, length);
}

int fallocate(int fd, int mode, off_t at, off_t length)
{
    return fallocate64(fd, mode, at, length);
}

int fsync(int fd)
{
    if (trouble(fd))
        FAIL(EIO);
    return NEXT(fsync)(fd);
}

int fdatasync(int fd)
{
    if (trouble(fd))
        FAIL(EIO);
    return NEXT(fdatasync)(fd);
}
