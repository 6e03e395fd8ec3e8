package dev.backplane.xrt.card.schedule;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Diagnosis.PortActivity;
import dev.backplane.api.Diagnosis.Waveform;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.UnitReservations.Sharing;
import dev.backplane.xrt.card.board.Activity;
import dev.backplane.xrt.card.board.FirewallPort;
import dev.backplane.xrt.card.image.CardImage;
import dev.backplane.xrt.card.unit.ComputeUnit;
import dev.backplane.xrt.card.unit.RunArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An image that is loaded: its kernels and compute units, who has contexts on them, which runs may
 * start, and the scheduler that executes them.
 */
public final class LoadedImage {
  /** The time within which units have to stop when they are told to. */
  public static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

  private final CardImage image;
  private final CardLock lock;
  private final OpenRuns runs;
  private final List<ComputeUnit> units;
  private final ContextTable contexts = new ContextTable();
  private final RequestedWaveforms waveforms = new RequestedWaveforms();
  private final Admission admission;
  private final RunReservations reservations;
  private final UnitScheduler scheduler;

  /** An image whose compute units are at power-up. Not called under the card's lock. */
  public LoadedImage(CardImage image, CardServices services) {
    this.image = image;
    lock = services.lock();
    runs = services.runs();
    units = units(image, services);
    admission = new Admission(services.config().name(), image.name(), services.health(), lock);
    reservations = new RunReservations(lock, units, contexts, runs);
    scheduler = new UnitScheduler(image, units, services, admission, reservations, waveforms);
  }

  private static List<ComputeUnit> units(CardImage image, CardServices services) {
    List<ComputeUnit> units = new ArrayList<>();
    for (CardImage.KernelPlan kernel : image.kernels()) {
      for (CardImage.UnitPlan plan : kernel.units()) {
        units.add(new ComputeUnit(kernel, plan, services.memory()));
      }
    }
    units.sort(Comparator.comparingInt(ComputeUnit::index));
    return List.copyOf(units);
  }

  public CardImage image() {
    return image;
  }

  public ContextTable contexts() {
    return contexts;
  }

  public Admission admission() {
    return admission;
  }

  public UnitScheduler scheduler() {
    return scheduler;
  }

  /** {@return the compute units, each at its index} */
  public List<ComputeUnit> units() {
    return units;
  }

  /** {@return a unit as it is scheduled} */
  public ScheduledUnit scheduled(ComputeUnit unit) {
    return scheduler.scheduled(unit);
  }

  /** {@return whether a unit raises an interrupt when it is done, which short ones do not} */
  public boolean hasThread(ComputeUnit unit) {
    return scheduler.scheduled(unit) instanceof ThreadUnit;
  }

  /** {@return whether a unit has anything to do} */
  public boolean isBusy(ComputeUnit unit) {
    return scheduler.scheduled(unit).isBusy();
  }

  /** {@return a kernel of the image} */
  public CardImage.KernelPlan kernel(String name) {
    return image.kernels().stream()
        .filter(plan -> plan.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                BackplaneException.because(
                        ErrorCode.NO_SUCH_KERNEL,
                        "no kernel '" + name + "'; there are " + image.kernelNames())
                    .on("image " + image.name())
                    .build());
  }

  /** Opens a context for a client that still has the card. */
  public ContextTable.Entry openContext(CardClient client, int unit, Sharing sharing) {
    lock.lock();
    try {
      admission.checkLoaded("context");
      client.checkOpen();
      return contexts.open(client, unit, sharing, "context");
    } finally {
      lock.unlock();
    }
  }

  /**
   * Opens a run of a kernel.
   *
   * @param ofCall whether it is started again and again, until it is closed
   */
  public CardRun open(
      CardClient owner, CardImage.KernelPlan kernel, RunArguments arguments, boolean ofCall) {
    return reservations.open(
        new CardRun(scheduler.environment(), owner, kernel, arguments, ofCall, null));
  }

  /** Opens a run of its own for what a call would execute now. */
  public CardRun openAs(CardRun call) {
    CardRun run = open(call.owner(), call.plan(), call.arguments().copy(), false);
    run.limitAs(call);
    return run;
  }

  /**
   * Starts the run of a command on units that its client has opened contexts on.
   *
   * @param writes the registers that the packet says are to be written
   */
  public CardRun startCommand(
      CardClient owner,
      List<ComputeUnit> held,
      RunArguments writes,
      ScheduledRun.Progress progress) {
    CardImage.KernelPlan kernel = held.getFirst().kernel();
    CardRun run = new CardRun(scheduler.environment(), owner, kernel, writes, false, progress);
    boolean started = false;
    try {
      reservations.openOn(run, held);
      run.start();
      started = true;
      return run;
    } finally {
      if (!started) {
        reservations.release(run);
      }
    }
  }

  /** Lets go of what a run holds. */
  public void release(ScheduledRun run) {
    reservations.release(run);
  }

  /** Lets go of all that a client holds. */
  public void releaseAll(CardClient client) {
    runs.of(client).forEach(reservations::release);
    contexts.closeAll(client);
  }

  /** Writes the next run of a kernel, on whichever unit, to a file. */
  public void recordNext(String kernel, Waveform waveform) {
    waveforms.request(kernel, waveform);
  }

  /** {@return the traffic of the memory ports of a kernel's units} */
  public List<PortActivity> portActivity(String name) {
    String kernel = kernel(name).name();
    return units.stream()
        .filter(unit -> unit.kernel().name().equals(kernel))
        .flatMap(unit -> scheduler.scheduled(unit).portActivity().stream())
        .toList();
  }

  /** {@return the activity of the units; called under the card's lock} */
  public Activity activity() {
    return scheduler.activity();
  }

  /** {@return whether a run waits or executes; called under the card's lock} */
  public boolean isBusy() {
    return scheduler.isBusy();
  }

  /** {@return the executions under way that the reclaimer of memory does not know} */
  public List<?> executingNow() {
    return scheduler.executingShortUnits();
  }

  /** Notes that somebody waits for an event; called under the card's lock. */
  public void awaited() {
    scheduler.awaited();
  }

  /** The card breaks down; called under its lock. */
  public void fault(BackplaneException reason) {
    scheduler.faulted(FirewallPort.CONTROL, reason);
  }

  /** A client has left. */
  public void left(CardClient client) {
    scheduler.clientLeft(client);
  }

  /** Starts the firmware of the embedded scheduler, if there is one, anew. */
  public void resetErt() {
    scheduler.resetErt();
  }

  /** Cancels one client's runs and waits until they ended. Returns the kernels that did not. */
  public List<String> cancelAll(CardClient owner) {
    return scheduler.cancelAll(owner::equals, System.nanoTime() + STOP_DEADLINE.toNanos());
  }

  /** Ends everything. Returns the units that did not end in time. */
  public List<String> stop() {
    admission.stop();
    return scheduler.stop(System.nanoTime() + STOP_DEADLINE.toNanos());
  }
}
