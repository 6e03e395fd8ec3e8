package dev.backplane.pi.table.device;

import dev.backplane.ffi.Calls;
import dev.backplane.ffi.RawMemory;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A plugin in Java: a device with one program, whose commands end when the test says so, and whose
 * functions answer what the test wants. Functions that it does not have answer as the interface
 * wants it. Counts what is retained, so that nothing stays behind unnoticed.
 */
public final class FakePi {
  static final long PLATFORM = 0x1000;
  static final long DEVICE = 0x2000;
  static final int COMPLETE = 0;

  /** The binary that its compiler makes. */
  private static final byte[] BINARY = {1, 2, 3, 4};

  static final int SUBMITTED = 2;

  private static final MethodHandle NOTIFY =
      Calls.of(
          FunctionDescriptor.ofVoid(
              ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

  private final Map<String, Integer> failures = new HashMap<>();
  private final List<String> calls = new ArrayList<>();

  /** The references of each object, by handle. */
  private final Map<Long, Integer> references = new TreeMap<>();

  private final Map<Long, String> sources = new HashMap<>();
  private final Map<Long, byte[]> memories = new HashMap<>();
  private final Map<Long, Integer> statuses = new HashMap<>();
  private final Map<Long, List<long[]>> listeners = new HashMap<>();
  private final Set<Long> users = new HashSet<>();
  private final Map<String, Runnable> afterwards = new ConcurrentHashMap<>();
  private long next = 0x10_0000;

  /** True if commands end at once. */
  boolean prompt = true;

  /** True if callbacks are possible. */
  boolean callsBack = true;

  /** The type of the argument that is no buffer. */
  String numberType = "int";

  /** True if it tells what the kernel takes. */
  boolean tellsArguments = true;

  /** The number of arguments of the kernel. */
  int argumentCount = 2;

  /** Options that linkers do not know. */
  String refusedByLinker = "none";

  /** The options that programs were linked with. */
  final List<String> linked = new ArrayList<>();

  /** The group that the source of the kernel demands; none if it is empty. */
  long[] requiredGroup = {};

  /** The kinds of memory objects of handles. */
  long memoryType = 0x10F0;

  private long context;

  /** The value of an argument that was set last. */
  byte[] argument = {};

  /** The sizes of the launch that was put in last. */
  long[] launched = {};

  /** The number of events that the last command waits for, if it is a marker. */
  int waitedFor;

  /** True if commands have times: 10, 20, 30 and 40. */
  boolean timed;

  String log = "";
  String message = "";
  int lastError = PiResult.SUCCESS;

  /** A plugin with nothing made from it yet. */
  public FakePi() {}

  /** The table. */
  Pi table() {
    return (Pi)
        Proxy.newProxyInstance(
            FakePi.class.getClassLoader(),
            new Class<?>[] {Pi.class},
            (proxy, method, arguments) -> {
              Object result = call(method, arguments);
              Runnable meanwhile = afterwards.remove(method.getName());
              if (meanwhile != null) {
                meanwhile.run();
              }
              return result;
            });
  }

  /** Has something happen once, when a function has done its work and has not returned. */
  FakePi before(String functionReturns, Runnable meanwhile) {
    afterwards.put(functionReturns, meanwhile);
    return this;
  }

  private synchronized Object call(Method method, Object[] arguments) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return method.invoke(this, arguments);
    }
    calls.add(method.getName());
    Integer failure = failures.get(method.getName());
    if (failure != null) {
      return failure;
    }
    try {
      return FakePi.class
          .getMethod(method.getName(), method.getParameterTypes())
          .invoke(this, arguments);
    } catch (NoSuchMethodException e) {
      return PiResult.UNSUPPORTED_FEATURE;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Has a function answer this from now on; 0 has it work again. */
  synchronized FakePi answer(String function, int result) {
    if (result == PiResult.SUCCESS) {
      failures.remove(function);
    } else {
      failures.put(function, result);
    }
    return this;
  }

  synchronized long calls(String function) {
    return calls.stream().filter(function::equals).count();
  }

  /** {@return the objects that were made and not released} */
  synchronized Set<Long> left() {
    return Set.copyOf(references.keySet());
  }

  /** {@return the number of events that the program did not make} */
  synchronized long events() {
    return references.keySet().stream()
        .filter(each -> statuses.containsKey(each) && !users.contains(each))
        .count();
  }

  /** Ends all commands that have not ended. */
  void end(int status) {
    List<Runnable> told = new ArrayList<>();
    synchronized (this) {
      for (var entry : statuses.entrySet()) {
        if (entry.getValue() > COMPLETE && !users.contains(entry.getKey())) {
          entry.setValue(status);
          told.addAll(tellers(entry.getKey(), status));
        }
      }
    }
    told.forEach(Runnable::run);
  }

  /** Ends all commands, and tells nobody. */
  synchronized void endUntold() {
    statuses.replaceAll((event, status) -> users.contains(event) ? status : COMPLETE);
  }

  private List<Runnable> tellers(long event, int status) {
    List<Runnable> tellers = new ArrayList<>();
    for (long[] listener : listeners.getOrDefault(event, List.of())) {
      tellers.add(() -> notify(listener[0], event, status, listener[1]));
    }
    listeners.remove(event);
    return tellers;
  }

  private static void notify(long function, long event, int status, long user) {
    try {
      NOTIFY.invokeExact(MemorySegment.ofAddress(function), event, status, user);
    } catch (Throwable e) {
      throw Calls.broken("a callback", e);
    }
  }

  private long make(long out) {
    long handle = next;
    next += 0x10;
    references.put(handle, 1);
    RawMemory.putLong(out, handle);
    return handle;
  }

  private int retain(long handle) {
    return references.merge(handle, 1, Integer::sum) > 1 ? 0 : PiResult.INVALID_VALUE;
  }

  private int release(long handle) {
    Integer count = references.get(handle);
    if (count == null) {
      throw new AssertionError("released once too often: 0x" + Long.toHexString(handle));
    }
    if (count == 1) {
      references.remove(handle);
      memories.remove(handle);
    } else {
      references.put(handle, count - 1);
    }
    return PiResult.SUCCESS;
  }

  private int event(long out) {
    if (out != 0) {
      statuses.put(make(out), prompt ? COMPLETE : SUBMITTED);
    }
    return PiResult.SUCCESS;
  }

  private static int answer(byte[] bytes, long size, long value, long sizeRet) {
    if (sizeRet != 0) {
      RawMemory.putLong(sizeRet, bytes.length);
    }
    if (value != 0) {
      if (size < bytes.length) {
        return PiResult.INVALID_VALUE;
      }
      RawMemory.at(value, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }
    return PiResult.SUCCESS;
  }

  private static byte[] longs(long... values) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[values.length * Long.BYTES]);
    for (int i = 0; i < values.length; i++) {
      bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES, values[i]);
    }
    return bytes.toArray(ValueLayout.JAVA_BYTE);
  }

  private static byte[] text(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  // ---- The table's functions, public for reflection.

  public int deviceGetInfo(long device, int name, long size, long value, long sizeRet) {
    return switch (name) {
      case 0x1000 -> answer(longs(4), size, value, sizeRet);
      case 0x105B -> answer(text("SPIR-V_1.2"), size, value, sizeRet);
      case 0x102B -> answer("fake\0".getBytes(StandardCharsets.UTF_8), size, value, sizeRet);
      case 0x1003, 0x1028, 0x1035 ->
          answer(Arrays.copyOf(longs(name == 0x1003 ? 3 : 1), 4), size, value, sizeRet);
      case 0x1004 -> answer(longs(256), size, value, sizeRet);
      case 0x1005 -> answer(longs(256, 256, 64), size, value, sizeRet);
      case 0x1010 -> answer(longs(1 << 18), size, value, sizeRet);
      case 0x1019 -> answer(Arrays.copyOf(longs(1024), 4), size, value, sizeRet);
      case 0x101F -> answer(longs(1 << 20), size, value, sizeRet);
      case 0x1023 -> answer(longs(1024), size, value, sizeRet);
      default -> PiResult.INVALID_VALUE;
    };
  }

  public int contextCreate(
      long properties, int numDevices, long devices, long notify, long userData, long context) {
    this.context = make(context);
    return PiResult.SUCCESS;
  }

  public int contextRelease(long context) {
    return release(context);
  }

  public int queueCreate(long context, long device, long properties, long queue) {
    make(queue);
    return PiResult.SUCCESS;
  }

  public int queueRelease(long queue) {
    return release(queue);
  }

  public int queueFlush(long queue) {
    return references.containsKey(queue) ? PiResult.SUCCESS : PiResult.INVALID_QUEUE;
  }

  public int memBufferCreate(
      long context, long flags, long size, long host, long mem, long properties) {
    memories.put(make(mem), RawMemory.at(host, size).toArray(ValueLayout.JAVA_BYTE));
    return PiResult.SUCCESS;
  }

  public int memCreateWithNativeHandle(long nativeHandle, long context, int own, long mem) {
    memories.put(make(mem), new byte[64]);
    return PiResult.SUCCESS;
  }

  public int memGetInfo(long mem, int name, long size, long value, long sizeRet) {
    return switch (name) {
      case 0x1100 -> answer(Arrays.copyOf(longs(memoryType), 4), size, value, sizeRet);
      case 0x1102 -> answer(longs(64), size, value, sizeRet);
      case 0x1106 -> answer(longs(context), size, value, sizeRet);
      default -> PiResult.INVALID_VALUE;
    };
  }

  public int memRelease(long mem) {
    return release(mem);
  }

  public int enqueueMemBufferRead(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long target,
      int numEvents,
      long events,
      long event) {
    byte[] content = memories.get(mem);
    if (content == null) {
      return PiResult.INVALID_MEM_OBJECT;
    }
    MemorySegment.copy(
        content, (int) offset, RawMemory.at(target, size), ValueLayout.JAVA_BYTE, 0, (int) size);
    return event(event);
  }

  public int enqueueMemBufferWrite(
      long queue,
      long mem,
      int blocking,
      long offset,
      long size,
      long source,
      int numEvents,
      long events,
      long event) {
    byte[] content = memories.get(mem);
    if (content == null) {
      return PiResult.INVALID_MEM_OBJECT;
    }
    MemorySegment.copy(
        RawMemory.at(source, size), ValueLayout.JAVA_BYTE, 0, content, (int) offset, (int) size);
    return event(event);
  }

  public int enqueueEventsWait(long queue, int numEvents, long events, long event) {
    waitedFor = numEvents;
    return event(event);
  }

  public int programCreateWithSource(
      long context, int count, long strings, long lengths, long program) {
    long length = RawMemory.getLong(lengths);
    byte[] text = RawMemory.at(RawMemory.getLong(strings), length).toArray(ValueLayout.JAVA_BYTE);
    sources.put(make(program), new String(text, StandardCharsets.UTF_8));
    return PiResult.SUCCESS;
  }

  public int programCreate(long context, long il, long length, long program) {
    make(program);
    return PiResult.SUCCESS;
  }

  public int programCreateWithBinary(
      long context,
      int numDevices,
      long devices,
      long lengths,
      long binaries,
      long numMeta,
      long meta,
      long status,
      long program) {
    make(program);
    return PiResult.SUCCESS;
  }

  public int programCompile(
      long program,
      int numDevices,
      long devices,
      long options,
      int numHeaders,
      long headers,
      long names,
      long notify,
      long userData) {
    return PiResult.SUCCESS;
  }

  public int programLink(
      long context,
      int numDevices,
      long devices,
      long options,
      int count,
      long parts,
      long notify,
      long userData,
      long program) {
    String told = RawMemory.at(options, 1000).getString(0);
    linked.add(told);
    if (told.contains(refusedByLinker)) {
      return PiResult.INVALID_LINKER_OPTIONS;
    }
    make(program);
    return PiResult.SUCCESS;
  }

  /** A name that was made another, which is declared nowhere, does not build where it is called. */
  public int programBuild(
      long program, int numDevices, long devices, long options, long notify, long userData) {
    String source = sources.getOrDefault(program, "");
    return source.contains("#define get_global_id ") && source.contains("get_global_id(0)]")
        ? PiResult.BUILD_PROGRAM_FAILURE
        : PiResult.SUCCESS;
  }

  public int programGetBuildInfo(
      long program, long device, int name, long size, long value, long sizeRet) {
    return name == 0x1183 ? answer(text(log), size, value, sizeRet) : PiResult.INVALID_VALUE;
  }

  public int programGetInfo(long program, int name, long size, long value, long sizeRet) {
    if (name == 0x1166) {
      RawMemory.at(RawMemory.getLong(value), BINARY.length).copyFrom(MemorySegment.ofArray(BINARY));
      return PiResult.SUCCESS;
    }
    return switch (name) {
      case 0x1165 -> answer(longs(BINARY.length), size, value, sizeRet);
      case 0x1168 -> answer(text("one"), size, value, sizeRet);
      default -> PiResult.INVALID_VALUE;
    };
  }

  public int programRelease(long program) {
    return release(program);
  }

  public int kernelCreate(long program, long name, long kernel) {
    make(kernel);
    return PiResult.SUCCESS;
  }

  public int kernelRelease(long kernel) {
    return release(kernel);
  }

  public int kernelGetInfo(long kernel, int name, long size, long value, long sizeRet) {
    return switch (name) {
      case 0x1190 -> answer(text("one"), size, value, sizeRet);
      case 0x1191 -> answer(Arrays.copyOf(longs(argumentCount), 4), size, value, sizeRet);
      default -> PiResult.INVALID_VALUE;
    };
  }

  public int kernelGetArgInfo(
      long kernel, int index, int name, long size, long value, long sizeRet) {
    if (!tellsArguments) {
      return PiResult.KERNEL_ARG_INFO_NOT_AVAILABLE;
    }
    return switch (name) {
      case 0x1196 ->
          answer(Arrays.copyOf(longs(index == 0 ? 0x119B : 0x119E), 4), size, value, sizeRet);
      case 0x1198 -> answer(text(index == 0 ? "int*" : numberType), size, value, sizeRet);
      case 0x119A -> answer(text(index == 0 ? "data" : "n"), size, value, sizeRet);
      default -> PiResult.INVALID_VALUE;
    };
  }

  public int kernelGetGroupInfo(
      long kernel, long device, int name, long size, long value, long sizeRet) {
    if (name == 0x11B1 && requiredGroup.length > 0) {
      return answer(longs(requiredGroup), size, value, sizeRet);
    }
    return name == 0x11B0 ? answer(longs(128), size, value, sizeRet) : PiResult.INVALID_VALUE;
  }

  public int kernelSetArg(long kernel, int index, long size, long value) {
    if (value != 0) {
      argument = RawMemory.at(value, size).toArray(ValueLayout.JAVA_BYTE);
    }
    return PiResult.SUCCESS;
  }

  public int kernelSetArgMemObj(long kernel, int index, long properties, long mem) {
    return PiResult.SUCCESS;
  }

  public int enqueueKernelLaunch(
      long queue,
      long kernel,
      int dimensions,
      long offset,
      long global,
      long local,
      int numEvents,
      long events,
      long event) {
    launched = RawMemory.at(global, (long) Long.BYTES * dimensions).toArray(ValueLayout.JAVA_LONG);
    return event(event);
  }

  public int userEventCreate(long context, long event) {
    long made = make(event);
    users.add(made);
    statuses.put(made, SUBMITTED);
    return PiResult.SUCCESS;
  }

  public int eventSetStatus(long event, int status) {
    statuses.put(event, status);
    return PiResult.SUCCESS;
  }

  public int eventGetInfo(long event, int name, long size, long value, long sizeRet) {
    Integer status = statuses.get(event);
    if (name != 0x11D3 || status == null) {
      return PiResult.INVALID_EVENT;
    }
    return answer(
        Arrays.copyOf(longs(Integer.toUnsignedLong(status)), Integer.BYTES), size, value, sizeRet);
  }

  public int eventGetProfilingInfo(long event, int name, long size, long value, long sizeRet) {
    return timed && Objects.equals(statuses.get(event), COMPLETE)
        ? answer(longs(10L * (name - 0x127F)), size, value, sizeRet)
        : PiResult.PROFILING_INFO_NOT_AVAILABLE;
  }

  public int eventSetCallback(long event, int type, long notify, long userData) {
    if (!callsBack) {
      return PiResult.UNSUPPORTED_FEATURE;
    }
    Integer status = statuses.get(event);
    if (status != null && status <= COMPLETE) {
      notify(notify, event, status, userData);
    } else {
      listeners.computeIfAbsent(event, key -> new ArrayList<>()).add(new long[] {notify, userData});
    }
    return PiResult.SUCCESS;
  }

  public int eventGetNativeHandle(long event, long out) {
    RawMemory.putLong(out, event);
    return references.containsKey(event) ? PiResult.SUCCESS : PiResult.INVALID_EVENT;
  }

  public int queueGetNativeHandle(long queue, long out, long description) {
    RawMemory.putLong(out, queue);
    return references.containsKey(queue) ? PiResult.SUCCESS : PiResult.INVALID_QUEUE;
  }

  public int eventRetain(long event) {
    return retain(event);
  }

  public int eventRelease(long event) {
    return release(event);
  }

  public int pluginGetLastError(long out) {
    RawMemory.putLong(out, messageAddress());
    return lastError;
  }

  private @Nullable MemorySegment held;

  private long messageAddress() {
    held = java.lang.foreign.Arena.ofAuto().allocateFrom(message);
    return held.address();
  }
}
