package dev.backplane.rtl.engines;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.netlist.Effect;
import dev.backplane.rtl.netlist.EffectText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An engine that reports what its design says: messages and assertions. It reads them from pins
 * that the design has for this purpose, at each clock edge, as the last settle left them.
 */
final class ReportingEngine extends ForwardingEngine {
  /** The most reports of one place of the source. A kernel may reach the place in every cycle. */
  static final int MAX_REPORTS_OF_A_PLACE = 20;

  private final ReportPins.Plan plan;
  private final List<Pin> pins;
  private final Pin[] fired;
  private final Pin[] values;
  private final long[] edges;
  private final int[] reported;
  private Consumer<Report> listener = ReportingEngine::failOrPrint;

  ReportingEngine(Engine engine, ReportPins.Plan plan) {
    super(engine);
    this.plan = plan;
    List<Pin> all = engine.pins();
    pins = all.subList(0, plan.designPins());
    fired = plan.firedPins().stream().map(pin -> pin < 0 ? null : all.get(pin)).toArray(Pin[]::new);
    values = all.subList(plan.designPins(), all.size()).toArray(Pin[]::new);
    edges = new long[plan.clocks().size()];
    reported = new int[plan.effects().size()];
  }

  @Override
  public void onReport(Consumer<Report> receiver) {
    listener = receiver;
  }

  private static void failOrPrint(Report report) {
    if (report.severity().compareTo(Effect.Severity.ERROR) >= 0) {
      throw new RtlException(RtlError.KERNEL_FAILED, report.toString());
    }
    System.err.println(report.plain());
  }

  @Override
  public List<Pin> pins() {
    return pins;
  }

  @Override
  public void edge(int clock) {
    if (fired[clock] != null && fired[clock].get() != 0) {
      report(clock);
    }
    edges[clock]++;
    engine.edge(clock);
  }

  @Override
  public void edges(long clocks) {
    for (long left = clocks; left != 0; left &= left - 1) {
      int clock = Long.numberOfTrailingZeros(left);
      if (clock < fired.length) {
        if (fired[clock] != null && fired[clock].get() != 0) {
          report(clock);
        }
        edges[clock]++;
      }
    }
    engine.edges(clocks);
  }

  private void report(int clock) {
    int at = plan.clocksWithEffects();
    for (int i = 0; i < plan.effects().size(); i++) {
      Effect effect = plan.effects().get(i);
      int condition = at;
      at += 1 + effect.arguments().size();
      if (effect.clock() != clock || values[condition].get() == 0) {
        continue;
      }
      reported[i]++;
      if (reported[i] > MAX_REPORTS_OF_A_PLACE) {
        continue;
      }
      List<BigInteger> arguments = new ArrayList<>();
      for (int j = 0; j < effect.arguments().size(); j++) {
        arguments.add(values[condition + 1 + j].value());
      }
      String text = EffectText.format(effect, arguments, edges[clock]);
      boolean last = reported[i] == MAX_REPORTS_OF_A_PLACE;
      listener.accept(
          new Report(
              effect.severity(),
              effect.place(),
              plan.clocks().get(clock).toString(),
              edges[clock],
              last ? text + " (no more of this place is reported)" : text));
    }
  }
}
