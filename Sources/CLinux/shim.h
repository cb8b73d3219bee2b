/* SPDX-License-Identifier: Apache-2.0 */
/* What Swift's Glibc module leaves out: it is built without _GNU_SOURCE, and so must this be, since
   fd_set has other members with it, and the compiler refuses to see two. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/* struct ucred is hidden without _GNU_SOURCE. Returns 0, or -1 with errno. */
static inline int CLinux_peer_credentials(int fd, pid_t *pid, uid_t *uid, gid_t *gid) {
    struct { pid_t pid; uid_t uid; gid_t gid; } c;
    socklen_t n = sizeof c;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &c, &n) != 0) return -1;
    *pid = c.pid; *uid = c.uid; *gid = c.gid;
    return 0;
}

/* pidfd_open(2) has no wrapper in the Glibc module. Returns a descriptor, or -1 with errno. */
static inline int CLinux_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/* pidfd_send_signal(2) likewise. */
static inline int CLinux_pidfd_send_signal(int pidfd, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, (void *)0, 0);
}

/* <sys/eventfd.h> is not part of Swift's Glibc module. Returns a descriptor, or -1 with errno. */
#include <sys/eventfd.h>
static inline int CLinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* prctl(2) is variadic. Names the calling thread; at most 15 bytes show. */
static inline void CLinux_name_thread(const char *name) {
    syscall(SYS_prctl, 15 /* PR_SET_NAME */, name, 0, 0, 0);
}

/* <spawn.h> shows these with _GNU_SOURCE alone. */
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

/* SO_PEERPIDFD (Linux 6.5) is newer than Debian 12's headers. Returns a descriptor, or -1 with
   errno. */
static inline int CLinux_peer_pidfd(int fd) {
    int pidfd = -1;
    socklen_t n = sizeof pidfd;
    return getsockopt(fd, SOL_SOCKET, 77, &pidfd, &n) == 0 ? pidfd : -1;
}
