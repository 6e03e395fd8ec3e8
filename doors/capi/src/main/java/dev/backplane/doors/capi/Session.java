package dev.backplane.doors.capi;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Token;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.capi.Landmark;
import dev.backplane.api.capi.StartWork;
import dev.backplane.doors.capi.Attributes.Place;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A connection of a client: questions, or a context. Ends with the client. */
final class Session {
  /** The newest of the protocol that is spoken here; older clients are served as they are. */
  private static final int VERSION = 2;

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

  /** The most of an attribute that one answer has. */
  private static final int MOST_BYTES = 4096;

  /** What tells the bell of one context from that of another, which nobody can guess. */
  private static final RandomGenerator SECRETS = new java.security.SecureRandom();

  private final SocketChannel channel;
  private final Exchange exchange;
  private final Cards cards;
  private final ConcurrentMap<Long, ServedContext> bells;
  private final Path owner;
  private final Consumer<String> log;
  private long client;
  private @Nullable Landmark landmark;
  private long secret;
  private @Nullable ServedContext context;

  /**
   * @param owner a file of the user whom the client belongs to
   * @param bells contexts by their secrets
   * @param log is told what went wrong
   */
  Session(
      SocketChannel channel,
      Cards cards,
      ConcurrentMap<Long, ServedContext> bells,
      Path owner,
      Consumer<String> log) {
    this.channel = channel;
    this.cards = cards;
    this.bells = bells;
    this.owner = owner;
    this.log = log;
    exchange = new Exchange(channel);
  }

  /** Answers until the client has gone; true if the connection belongs to a context now. */
  boolean serve() throws IOException {
    try {
      while (exchange.receive()) {
        Operation operation = Operation.of(exchange.operation()).orElse(null);
        if (operation == null) {
          exchange.send(EPROTO);
          return false;
        }
        int errno = answer(operation);
        exchange.send(errno);
        if (errno == 0 && (operation == Operation.BELL || operation == Operation.AGENT)) {
          return true;
        }
      }
      return false;
    } finally {
      ServedContext opened = context;
      if (opened != null) {
        opened.close();
        bells.remove(secret);
      }
    }
  }

  private int answer(Operation operation) {
    ByteBuffer request = exchange.request();
    if (client == 0 && operation != Operation.HELLO) {
      return EPROTO;
    }
    try {
      return switch (operation) {
        case HELLO -> hello(request);
        case LIST -> {
          exchange.answer(String.join("\n", cards.names()));
          yield 0;
        }
        case GET -> get(exchange.text());
        case SET -> set(exchange.text());
        case OPEN -> open(exchange.text());
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
            yield EIO;
          }
          of.awaitWake();
          yield 0;
        }
        case READ_REGISTER, WRITE_REGISTER -> register(operation, request);
        case MAP -> map(request);
        case READ_ATTRIBUTE -> readAttribute(request);
        case CLASS_FOLDER -> {
          cards.folder().map(Path::toString).ifPresent(exchange::answer);
          yield cards.folder().isPresent() ? 0 : ENODEV;
        }
      };
    } catch (BackplaneException e) {
      return e.code().errno();
    } catch (java.nio.BufferUnderflowException e) {
      return EPROTO;
    }
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
      return EPROTO;
    }
    try {
      // Memory of another user's process is nobody's business, whatever this process may reach.
      if (user(Path.of("/proc", "" + pid)) != user(owner)) {
        return EACCES;
      }
    } catch (IOException e) {
      return EINVAL;
    }
    client = pid;
    exchange.answer().putInt(VERSION).putInt((int) ProcessHandle.current().pid());
    return 0;
  }

  /** The owner by number: a name would be looked up wherever the system has its users. */
  private static int user(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:uid");
  }

  private Optional<Device> card(Place place) {
    return cards.find("card" + place.card()).map(each -> each.open(OpenMode.SHARED));
  }

  private int get(String path) {
    Place place = Place.of(path).orElse(null);
    if (place == null) {
      return ENODEV;
    }
    try (Device card = card(place).orElse(null)) {
      if (card == null) {
        return ENODEV;
      }
      CoherentCard facet = card.facet(CoherentCard.class);
      if (place.slice() >= facet.attributes().accelerators()) {
        return ENODEV;
      }
      Optional<String> text = Attributes.get(facet, place);
      text.ifPresent(exchange::answer);
      return text.isPresent() ? 0 : ENODEV;
    }
  }

  private int readAttribute(ByteBuffer request) {
    long offset = request.getLong();
    int length = request.getInt();
    Place place = Place.of(exchange.text()).orElse(null);
    if (offset < 0 || length < 0 || length > MOST_BYTES) {
      return EINVAL;
    }
    try (Device card = place == null ? null : card(place).orElse(null)) {
      CoherentCard facet = card == null ? null : card.facet(CoherentCard.class);
      if (place == null || facet == null || place.slice() >= facet.attributes().accelerators()) {
        return ENODEV;
      }
      OptionalLong size = Attributes.size(facet, place);
      if (size.isEmpty()) {
        return ENODEV;
      }
      ByteBuffer answer = exchange.answer().putLong(size.getAsLong());
      if (length > 0) {
        MemorySegment target = MemorySegment.ofBuffer(answer).asSlice(0, length);
        answer.position(answer.position() + Attributes.read(facet, place, offset, target));
      }
      return 0;
    }
  }

  private int set(String pathAndValue) {
    int end = pathAndValue.indexOf('\0');
    Place place = end < 0 ? null : Place.of(pathAndValue.substring(0, end)).orElse(null);
    if (place == null) {
      return ENODEV;
    }
    try (Device card = card(place).orElse(null)) {
      if (card == null) {
        return ENODEV;
      }
      return Attributes.set(card.facet(CoherentCard.class), place, pathAndValue.substring(end + 1))
          ? 0
          : ENODEV;
    }
  }

  private int open(String node) {
    var token = cards.find(node).filter(_ -> node.startsWith("afu"));
    if (token.isEmpty()) {
      return ENODEV;
    }
    if (context != null) {
      return EPROTO;
    }
    ServedContext opened = open(token.get());
    context = opened;
    secret = SECRETS.nextLong();
    bells.put(secret, opened);
    exchange.answer().putLong(secret).putInt(opened.processElement());
    return 0;
  }

  /** Contexts of programs that have gone are free for those who come then. */
  private ServedContext open(Token node) {
    try {
      return ServedContext.open(node, client);
    } catch (BackplaneException e) {
      List<ServedContext> others = List.copyOf(bells.values());
      if (e.code() != ErrorCode.OUT_OF_CONTEXTS || !awaitEndOfAny(others)) {
        throw e;
      }
      return ServedContext.open(node, client);
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
      return EINVAL;
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
    exchange.answer().putShort((short) context.attach(work));
    return 0;
  }

  private int readEvent() {
    if (context == null) {
      return EIO;
    }
    context.read(exchange.answer());
    return 0;
  }

  private int register(Operation operation, ByteBuffer request) {
    if (context == null) {
      return EIO;
    }
    boolean isWrite = operation == Operation.WRITE_REGISTER;
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
    if (context == null) {
      return EIO;
    }
    int descriptor = request.getInt();
    long size;
    try {
      size = context.registers().space().size();
    } catch (BackplaneException e) {
      // As the kernel has it for a context without registers.
      return e.code() == ErrorCode.NOT_SUPPORTED ? EINVAL : e.code().errno();
    }
    boolean isServed = descriptor >= 0 && context.page(descriptor, secret, this::fail);
    exchange.answer().putLong(size).putInt(isServed ? 1 : 0);
    return 0;
  }

  /** Ends the connection, so that the client does not wait for an answer in its page. */
  private void fail(Throwable cause) {
    log.accept("serving registers failed: " + cause);
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone.
    }
  }
}
