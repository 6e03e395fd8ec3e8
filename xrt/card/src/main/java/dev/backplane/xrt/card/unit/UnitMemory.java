package dev.backplane.xrt.card.unit;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.DeviceMemory.HostWindow;
import dev.backplane.rtl.harness.BusMemory;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.memory.BankedMemory;
import dev.backplane.xrt.card.memory.BufferObject;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.memory.Regions;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Device memory as one compute unit reaches it: each master the banks that its arguments are
 * connected to. Used by the unit's thread.
 */
public final class UnitMemory implements BusMemory {
  private static final String KEPT = " (a card with \"lenient_memory\" keeps what was freed)";
  private static final int REMEMBERED = 16;

  private final BankedMemory memory;
  private final Regions regions;
  private final CardImage.KernelPlan kernel;
  private final Map<String, Set<Integer>> reachAnyCase = new HashMap<>();
  private final Map<String, Set<Integer>> reach = new HashMap<>();
  private final String unit;

  /**
   * A ring of the regions that Java code was given last. It may still use one though it was freed.
   */
  private final @Nullable Region[] given = new Region[REMEMBERED];

  private int gave;
  private @Nullable RunArguments arguments;
  private volatile boolean cutOff;

  /**
   * Copies of memory that was fetched from a host; null, which is nearly always, if there are none.
   */
  private @Nullable HostCopies borrowed;

  UnitMemory(BankedMemory memory, CardImage.KernelPlan kernel, CardImage.UnitPlan unit) {
    this.memory = memory;
    regions = memory.regions();
    this.kernel = kernel;
    this.unit = "kernel %s on compute unit %s".formatted(kernel.name(), unit.name());
    for (int i = 0; i < kernel.arguments().size(); i++) {
      reachAnyCase
          .computeIfAbsent(kernel.ports().get(i).toLowerCase(Locale.ROOT), port -> new HashSet<>())
          .addAll(unit.banks().get(i));
    }
  }

  /** Says for whom the unit works now, so that {@link #describe} can name arguments. */
  public void serve(@Nullable RunArguments current) {
    if (arguments != current) {
      arguments = current;
    }
  }

  /**
   * Drops the copies of a host's memory, so that the next access fetches it anew. Call it while no
   * burst is under way.
   */
  public void forgetHostCopies() {
    HostCopies copies = borrowed;
    borrowed = null;
    if (copies != null) {
      copies.close();
    }
  }

  /**
   * Writes back the changes of the unit in memory of a host, before anybody sees that it is done.
   */
  public void writeBack() {
    HostCopies copies = borrowed;
    HostWindow window = copies == null ? null : memory.window();
    if (copies != null && window != null) {
      copies.writeBack(window);
    }
  }

  /** An execution has ended. */
  public void endExecution() {
    if (borrowed != null) {
      writeBack();
      forgetHostCopies();
    }
  }

  private @Nullable Region borrow(String master, long address) {
    Bank bank = cutOff ? null : memory.hostBank(address);
    HostWindow window = bank == null ? null : memory.window();
    if (bank == null || window == null || !reaches(master, bank.index())) {
      return null;
    }
    if (borrowed == null) {
      borrowed = new HostCopies();
    }
    return borrowed.find(window, address, bank.address() + bank.size());
  }

  /**
   * Cuts the unit off from all memory, after it was given up. Called by the thread that gives it
   * up.
   */
  public void cutOff() {
    cutOff = true;
  }

  private @Nullable BufferObject at(long address) {
    return cutOff ? null : regions.at(address);
  }

  @Override
  public @Nullable Region find(String master, long address) {
    BufferObject object = at(address);
    if (object == null) {
      return elsewhere(master, address);
    }
    return reaches(master, object) ? object.region() : null;
  }

  /** Finds memory that is in no buffer of the card: of a host, or freed and still there. */
  private @Nullable Region elsewhere(String master, long address) {
    BankedMemory.FreedBuffer remains = cutOff ? null : memory.remainsAt(address, unit);
    return remains != null && reaches(master, remains.object())
        ? remains.region()
        : borrow(master, address);
  }

  private boolean reaches(String master, BufferObject object) {
    return object.reachesAll() || reaches(master, object.bank().index());
  }

  private boolean reaches(String master, int bank) {
    // Descriptions and designs may differ in case; the name as the design has it is kept.
    Set<Integer> banks =
        reach.computeIfAbsent(
            master, name -> reachAnyCase.getOrDefault(name.toLowerCase(Locale.ROOT), Set.of()));
    return banks.contains(bank);
  }

  /**
   * Finds device memory through an argument's bus, or fails as the bus would. Java code has no
   * beats, so for it a buffer ends where it ends.
   *
   * @param argument the argument's index
   * @param address where the memory begins
   * @param bytes how many bytes, or -1 for all up to the end of the buffer
   */
  MemorySegment slice(int argument, long address, long bytes) {
    BufferObject buffer = at(address);
    Region lent = buffer == null ? elsewhere(kernel.ports().get(argument), address) : null;
    if (lent != null && bytes <= lent.base() + lent.memory().byteSize() - address) {
      MemorySegment rest = lent.memory().asSlice(address - lent.base());
      return bytes < 0 ? rest : rest.asSlice(0, bytes);
    }
    long inside = buffer == null ? 0 : address - buffer.address();
    if (buffer == null
        || !reaches(kernel.ports().get(argument), buffer)
        || inside >= buffer.size()
        || bytes > buffer.size() - inside
        || bytes < -1) {
      throw BackplaneException.because(
              ErrorCode.ADDRESS_FAULT,
              "%s: no memory at 0x%x%s: %s"
                  .formatted(
                      kernel.ports().get(argument),
                      address,
                      bytes < 0 ? "" : " for " + bytes + " bytes",
                      describe(kernel.ports().get(argument), address)))
          .build();
    }
    long length = bytes < 0 ? buffer.size() - inside : bytes;
    Region region = buffer.region();
    given[gave++ & (REMEMBERED - 1)] = region;
    return region.memory().asSlice(inside, length);
  }

  /**
   * {@return the exception of a kernel in Java, or one that says that memory given to it was freed}
   */
  RuntimeException freedUnder(IllegalStateException thrown) {
    for (Region region : given) {
      if (region != null && !region.memory().scope().isAlive()) {
        return BackplaneException.because(
                ErrorCode.ADDRESS_FAULT,
                "no memory at 0x%x any more: %s"
                    .formatted(region.base(), describe(region.base(), _ -> true)))
            .remedy("Close a buffer when no kernel uses it any more")
            .causedBy(thrown)
            .build();
      }
    }
    return thrown;
  }

  @Override
  public String toString() {
    return unit;
  }

  @Override
  public String describe(String master, long address) {
    return describe(address, object -> reaches(master, object));
  }

  private String describe(long address, Predicate<BufferObject> reach) {
    BufferObject padded = regions.at(address);
    BufferObject there =
        padded != null && address - padded.address() < padded.size() ? padded : null;
    boolean reached = there != null && reach.test(there);
    String best =
        there == null ? "" : "in a " + there + (reached ? "" : " that this bus does not reach");
    long distance = Long.MAX_VALUE;
    for (int i = 0; i < kernel.arguments().size(); i++) {
      CardBuffer buffer = arguments == null ? null : arguments.buffer(i);
      if (buffer == null) {
        continue;
      }
      String name = "argument '" + kernel.arguments().get(i).name() + "' (" + buffer + ")";
      long before = buffer.address() - address;
      long past = address - buffer.address() - buffer.size();
      if (before <= 0 && past < 0) {
        return "in "
            + name
            + (there == buffer.object() && !reached ? ", which this bus does not reach" : "");
      }
      long away = before > 0 ? before : past;
      if (there == null && away >= 0 && away < distance) {
        distance = away;
        String where =
            before > 0
                ? before + " bytes before "
                : past > 0 ? past + " bytes past the end of " : "just past the end of ";
        best = where + name;
      }
    }
    String freed = regions.freedAt(address).map(was -> "in " + was + KEPT).orElse("");
    if (there == null && !freed.isEmpty()) {
      return best.isEmpty() ? freed : freed + "; " + best;
    }
    return best.isEmpty() ? "no buffer is near" : best;
  }
}
