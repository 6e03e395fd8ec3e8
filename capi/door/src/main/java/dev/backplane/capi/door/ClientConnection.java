package dev.backplane.capi.door;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.Landmark;
import dev.backplane.api.capi.StartWork;
import dev.backplane.capi.clib.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A connection of a client: questions, or a context. Ends with the client. */
final class ClientConnection {
  /** The newest of the protocol that is spoken here; older clients are served as they are. */
  private static final int VERSION = 3;

  // What libcxl's programs know from the kernel.
  private static final int EIO = 5;
  private static final int ENODEV = 19;
  private static final int EINVAL = 22;
  private static final int EACCES = 13;
  private static final int EPROTO = 71;

  /** Bits of {@code flags} in {@code struct cxl_ioctl_start_work}. */
  private static final long AUTHORITY_MASK = 1;

  private static final long INTERRUPTS = 2;
  private static final long HOST_THREAD = 8;
  private static final long ALL_FLAGS = 0xf;
  private static final int START_WORK_BYTES = 64;

  /** The source of secrets. A connection names a context by its secret, which nobody can guess. */
  private static final RandomGenerator SECRETS = new java.security.SecureRandom();

  private final SocketChannel channel;
  private final Exchange exchange;
  private final AttributeQuestions attributes;
  private final Cards cards;
  private final ConcurrentMap<Long, ServedContext> bells;
  private final DescriptorReserve reserve;
  private final Path owner;
  private final Consumer<String> log;
  private long client;
  private @Nullable Landmark landmark;
  private long secret;
  private @Nullable ServedContext own;
  private @Nullable ServedFlash flash;

  /** The secret of the context that is asked about, if it is none of this connection. */
  private @Nullable Long named;

  /**
   * @param buffers nobody else uses them meanwhile
   * @param reserve is asked before descriptors are taken
   * @param owner a file of the user whom the client belongs to
   * @param bells contexts by their secrets
   * @param log is told what went wrong
   */
  ClientConnection(
      SocketChannel channel,
      Exchange.Buffers buffers,
      Cards cards,
      ConcurrentMap<Long, ServedContext> bells,
      DescriptorReserve reserve,
      Path owner,
      Consumer<String> log) {
    this.channel = channel;
    this.cards = cards;
    this.bells = bells;
    this.reserve = reserve;
    this.owner = owner;
    this.log = log;
    exchange = new Exchange(channel, buffers);
    attributes = new AttributeQuestions(cards, exchange);
  }

  /** Answers until the client has gone; true if the connection belongs to a context now. */
  boolean serve() throws IOException {
    try {
      while (exchange.receive()) {
        Request operation = Request.of(exchange.operation()).orElse(null);
        boolean isSilent = operation == Request.OF_CONTEXT || operation == Request.FLASH_BYTES;
        if (operation == null || (isSilent && !isTaken(operation, exchange.request()))) {
          exchange.send(exchange.refused(EPROTO, "this server does not know what is asked for"));
          return false;
        }
        if (isSilent) {
          continue;
        }
        int errno = answer(operation);
        exchange.send(errno);
        if (errno == 0 && (operation == Request.BELL || operation == Request.AGENT)) {
          return true;
        }
      }
      return false;
    } finally {
      close();
    }
  }

  private void close() {
    ServedContext opened = own;
    ServedFlash written = flash;
    try {
      if (written != null) {
        written.close();
      }
    } finally {
      if (opened != null) {
        try {
          opened.close();
        } finally {
          bells.remove(secret);
        }
      }
    }
  }

  private int answer(Request operation) throws IOException {
    ByteBuffer request = exchange.request();
    if (client == 0 && operation != Request.HELLO) {
      return EPROTO;
    }
    try {
      return switch (operation) {
        case HELLO -> hello(request);
        case LIST -> {
          exchange.answer(String.join("\n", cards.names()));
          yield 0;
        }
        case GET -> attributes.get(exchange.text());
        case SET -> attributes.set(exchange.text());
        case OPEN -> open(exchange.text());
        case OPEN_CONTEXT -> openWithBell(exchange.text());
        case ATTACH -> attach(request);
        case READ_EVENT -> readEvent();
        case BELL -> {
          ServedContext of = bells.get(request.getLong());
          yield of != null && of.bell(channel) ? 0 : EINVAL;
        }
        case AGENT -> {
          ServedContext of = bells.get(request.getLong());
          yield of != null && of.agent(channel) ? 0 : EINVAL;
        }
        case AWAIT_WAKE -> {
          ServedContext of = bells.get(request.getLong());
          if (of == null) {
            yield ended();
          }
          of.awaitWake();
          yield 0;
        }
        case READ_REGISTER, WRITE_REGISTER -> register(operation, request);
        case MAP -> map(request);
        case READ_ATTRIBUTE -> attributes.readAttribute(request);
        case OPEN_FLASH -> openFlash(exchange.text());
        case FLASH -> {
          ServedFlash of = flash;
          if (of == null || request.remaining() != ServedFlash.REQUEST) {
            yield EINVAL;
          }
          exchange.answer().putInt(of.control(request));
          yield 0;
        }
        case OF_CONTEXT, FLASH_BYTES -> throw new IllegalStateException("it has no answer");
        case CLASS_FOLDER -> {
          cards.folder().map(Path::toString).ifPresent(exchange::answer);
          yield cards.folder().isPresent() ? 0 : ENODEV;
        }
      };
    } catch (BackplaneException e) {
      return exchange.refused(e.code().errno(), String.valueOf(e.getMessage()));
    } catch (java.nio.BufferUnderflowException e) {
      return exchange.refused(EPROTO, "the question is too short");
    }
  }

  /** The context that is asked about: the one that was named, or of this connection; else null. */
  private @Nullable ServedContext context() {
    return named == null ? own : bells.get(named);
  }

  /** Takes what has no answer: bytes for a flash, or the name of a context. */
  private boolean isTaken(Request operation, ByteBuffer request) {
    ServedFlash to = flash;
    if (operation == Request.FLASH_BYTES) {
      return to != null && to.take(request);
    }
    if (client == 0 || request.remaining() != Long.BYTES) {
      return false;
    }
    named = request.getLong();
    return true;
  }

  private int ended() {
    return exchange.refused(EIO, "the context has ended, or was never there");
  }

  private int hello(ByteBuffer request) {
    int needed = request.getInt();
    long pid = request.getInt();
    // Older libraries say nothing of their memory.
    landmark =
        request.remaining() < 2 * Long.BYTES
            ? null
            : new Landmark(request.getLong(), request.getLong());
    if (needed < 1 || needed > VERSION || client != 0) {
      return exchange.refused(
          EPROTO,
          "the library needs version %d of the protocol, this server speaks %d: use libcxl.so.1 of the same release"
              .formatted(needed, VERSION));
    }
    try {
      // Memory of another user's process is nobody's business, whatever this process may reach.
      if (user(Path.of("/proc", "" + pid)) != user(owner)) {
        return exchange.refused(EACCES, "the program belongs to another user than the server");
      }
    } catch (IOException e) {
      return exchange.refused(
          EINVAL,
          "the server does not see the program as process " + pid + ": is it in a container?");
    }
    client = pid;
    exchange.answer().putInt(VERSION).putInt((int) ProcessHandle.current().pid());
    return 0;
  }

  /** The owner by number: a name would be looked up wherever the system has its users. */
  private static int user(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }

  private int open(String node) {
    var token = cards.find(node).filter(_ -> node.startsWith("afu"));
    if (token.isEmpty()) {
      return exchange.refused(
          ENODEV, "there is no node %s, there are: %s".formatted(node, cards.names()));
    }
    if (own != null) {
      return EPROTO;
    }
    ServedContext opened = open(token.get());
    own = opened;
    secret = SECRETS.nextLong();
    bells.put(secret, opened);
    exchange.answer().putLong(secret).putInt(opened.processElement());
    return 0;
  }

  private int openFlash(String node) throws IOException {
    var card = cards.find(node).filter(_ -> node.startsWith("card"));
    if (card.isEmpty() || own != null || flash != null) {
      return exchange.refused(
          ENODEV, "there is no card %s, there are: %s".formatted(node, cards.names()));
    }
    try {
      flash = ServedFlash.open(card.get(), exchange).orElse(null);
      return flash == null ? EIO : 0;
    } catch (BackplaneException e) {
      // As where the kernel makes no node for a card: all but guests of PowerVM.
      return exchange.refused(
          e.code() == ErrorCode.NOT_SUPPORTED ? ENODEV : e.code().errno(),
          String.valueOf(e.getMessage()));
    }
  }

  private int openWithBell(String node) {
    int errno = open(node);
    ServedContext opened = own;
    return errno != 0 || opened == null || opened.bell(channel) ? errno : EPROTO;
  }

  /** Contexts of programs that have gone are free for those who come then. */
  private ServedContext open(Token node) {
    try {
      return ServedContext.open(node, client, channel);
    } catch (BackplaneException e) {
      List<ServedContext> others = List.copyOf(bells.values());
      if (e.code() != ErrorCode.OUT_OF_CONTEXTS || !awaitEndOfAny(others)) {
        throw e;
      }
      return ServedContext.open(node, client, channel);
    }
  }

  private static boolean awaitEndOfAny(List<ServedContext> contexts) {
    boolean any = false;
    for (ServedContext each : contexts) {
      any |= each.awaitEnd();
    }
    return any;
  }

  private int attach(ByteBuffer request) {
    ServedContext context = context();
    if (context == null && named != null) {
      return ended();
    }
    if (context == null || request.remaining() != START_WORK_BYTES) {
      return EINVAL;
    }
    long flags = request.getLong();
    long descriptor = request.getLong();
    long mask = request.getLong();
    short interrupts = request.getShort();
    request.getShort();
    boolean isReserved = request.getInt() != 0;
    while (request.hasRemaining()) {
      isReserved |= request.getLong() != 0;
    }
    if (isReserved || (flags & ~ALL_FLAGS) != 0 || ((flags & INTERRUPTS) != 0 && interrupts < 0)) {
      return exchange.refused(
          EINVAL, "a reserved field is not 0, a flag is not known, or the interrupts are negative");
    }
    StartWork work = StartWork.of(descriptor).ofProcess(client);
    if (landmark != null) {
      work = work.withLandmark(landmark);
    }
    if ((flags & AUTHORITY_MASK) != 0) {
      work = work.withAuthorityMask(mask);
    }
    if ((flags & INTERRUPTS) != 0) {
      work = work.withInterrupts(interrupts);
    }
    if ((flags & HOST_THREAD) != 0) {
      work = work.withHostThread();
    }
    if (!reserve.promise(ServedContext.DESCRIPTORS)) {
      return exchange.refused(
          ErrorCode.OUT_OF_HOST_MEMORY.errno(), "the server has no descriptors left (ulimit -n)");
    }
    try {
      exchange.answer().putShort((short) context.attach(work));
    } finally {
      reserve.settle(ServedContext.DESCRIPTORS);
    }
    return 0;
  }

  private int readEvent() {
    ServedContext context = context();
    if (context == null) {
      return ended();
    }
    context.read(exchange.answer());
    return 0;
  }

  private int register(Request operation, ByteBuffer request) {
    ServedContext context = context();
    if (context == null) {
      return ended();
    }
    boolean isWrite = operation == Request.WRITE_REGISTER;
    long offset = request.getLong();
    int width = request.getInt();
    long value =
        context.registers().access(isWrite, width, offset, isWrite ? request.getLong() : 0);
    if (!isWrite) {
      exchange.answer().putLong(value);
    }
    return 0;
  }

  private int map(ByteBuffer request) {
    ServedContext context = context();
    if (context == null) {
      return ended();
    }
    int descriptor = request.getInt();
    long size;
    try {
      size = context.registers().space().size();
    } catch (BackplaneException e) {
      // As the kernel has it for a context without registers.
      return exchange.refused(
          e.code() == ErrorCode.NOT_SUPPORTED ? EINVAL : e.code().errno(),
          String.valueOf(e.getMessage()));
    }
    boolean isServed =
        descriptor >= 0 && context.page(descriptor, named == null ? secret : named, log);
    exchange.answer().putLong(size).putInt(isServed ? 1 : 0);
    return 0;
  }
}
