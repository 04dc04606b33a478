"""The headers that come with C, C++ and POSIX, written out so that the machine in use does not matter."""

from __future__ import annotations

_C_TEXT = """
    assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
    stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h stddef.h stdint.h stdio.h stdlib.h stdmchar.h
    stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h wchar.h wctype.h
"""
C_STANDARD = frozenset(_C_TEXT.split())
_CPP_TEXT = """
    algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat charconv chrono cinttypes
    ciso646 climits clocale cmath codecvt compare complex concepts condition_variable contracts coroutine csetjmp
    csignal cstdalign cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype
    debugging deque exception execution expected filesystem flat_map flat_set format forward_list fstream functional
    future generator hazard_pointer hive initializer_list inplace_vector iomanip ios iosfwd iostream istream iterator
    latch limits linalg list locale map mdspan memory memory_resource meta mutex new numbers numeric optional ostream
    print queue random ranges ratio rcu regex scoped_allocator semaphore set shared_mutex simd source_location span
    spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream
    syncstream system_error text_encoding thread tuple type_traits typeindex typeinfo unordered_map unordered_set
    utility valarray variant vector version
"""
CPP_STANDARD = frozenset(_CPP_TEXT.split())
_POSIX_TEXT = """
    aio.h arpa/inet.h cpio.h devctl.h dirent.h dlfcn.h endian.h fcntl.h fmtmsg.h fnmatch.h ftw.h glob.h grp.h iconv.h
    langinfo.h libgen.h libintl.h monetary.h mqueue.h ndbm.h net/if.h netdb.h netinet/in.h netinet/tcp.h nl_types.h
    poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h spawn.h strings.h stropts.h sys/ipc.h sys/mman.h
    sys/msg.h sys/resource.h sys/select.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/time.h
    sys/times.h sys/types.h sys/uio.h sys/un.h sys/utsname.h sys/wait.h syslog.h tar.h termios.h trace.h ulimit.h
    unistd.h utime.h utmpx.h wordexp.h
"""
POSIX = frozenset(_POSIX_TEXT.split())
CPP_MODULES = frozenset({"std", "std.compat"})
# Folders of system headers that belong to no single library.
_SHARED_TEXT = "arpa asm asm-generic bits mach machine net netinet netipx netpacket rpc sys"
SHARED_FOLDERS = frozenset(_SHARED_TEXT.split())


def standard_of(header: str) -> str | None:
    """The standard that brings ``header``, as an ecosystem; None for any other."""
    if header in C_STANDARD:
        return "c-std"
    if header in CPP_STANDARD or header.startswith(("experimental/", "tr1/", "tr2/")):
        return "cpp-std"
    return "posix" if header in POSIX else None
