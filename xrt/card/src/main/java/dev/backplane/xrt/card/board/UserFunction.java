package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.FlashContent;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensor;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.xrt.Board;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The board as one holder of a card has it: requests go through the mailbox, what is the management
 * function's own needs the site's leave.
 */
public final class UserFunction implements Board, Sensors, Clocks, ErrorLog, Flash, Resets {
  private final CardBoard board;
  private final Holder holder;

  UserFunction(CardBoard board, Holder holder) {
    this.board = board;
    this.holder = holder;
  }

  private <T> T ask(MailboxRequest request, Supplier<T> served) {
    holder.checkOpen();
    return board.mailbox().ask(request, served);
  }

  private void manage(String operation, Runnable work) {
    holder.checkOpen();
    board.requireManagement(operation);
    work.run();
  }

  @Override
  public List<Sensor> sensors() {
    return ask(MailboxRequest.SDR_DATA, () -> board.telemetry().sensors());
  }

  @Override
  public List<Clock> clocks() {
    return ask(MailboxRequest.PEER_DATA, () -> board.telemetry().clocks());
  }

  @Override
  public void reclock(List<Integer> megahertz) {
    holder.checkOpen();
    board
        .mailbox()
        .tell(MailboxRequest.RECLOCK, () -> board.telemetry().reclock(List.copyOf(megahertz)));
  }

  @Override
  public Throttle throttle() {
    return ask(MailboxRequest.PEER_DATA, () -> board.telemetry().throttle());
  }

  @Override
  public void throttle(Throttle settings) {
    manage("set throttling", () -> board.telemetry().throttle(settings));
  }

  @Override
  public List<FirewallLevel> firewall() {
    return ask(MailboxRequest.PEER_DATA, () -> board.firewall().levels());
  }

  @Override
  public void clearFirewall() {
    manage(
        "clear firewall",
        () -> {
          holder.clearFault();
          board.firewall().clear();
        });
  }

  @Override
  public List<DeviceEvent.Error> errors() {
    return ask(MailboxRequest.PEER_DATA, () -> board.errors().all());
  }

  @Override
  public void clearErrors() {
    manage("clear errors", () -> board.errors().clear());
  }

  @Override
  public List<Firmware> firmware() {
    return ask(MailboxRequest.PEER_DATA, board::firmware);
  }

  @Override
  public void loadFirmware(String processor, Image image) {
    manage("load firmware", () -> board.loadFirmware(processor, image));
  }

  @Override
  public FlashContent content() {
    return ask(MailboxRequest.PEER_DATA, () -> board.flash().content());
  }

  @Override
  public void program(Image base, LongConsumer progress) {
    manage(
        "program flash",
        () -> {
          board.flash().program(base, progress);
          board.mailbox().post(MailboxRequest.CHG_SHELL);
        });
  }

  @Override
  public Mailbox mailbox() {
    holder.checkOpen();
    return board.mailbox().state();
  }

  @Override
  public Set<Part> parts() {
    holder.checkOpen();
    return holder.hasScheduler() ? EnumSet.of(Part.KERNEL, Part.ERT) : EnumSet.of(Part.KERNEL);
  }

  @Override
  public void reset(Part part) {
    switch (part) {
      case KERNEL ->
          manage(
              "reset",
              () -> {
                holder.resetUnits();
                board.firewall().clear();
              });
      case ERT ->
          manage(
              "reset",
              () -> {
                if (!holder.hasScheduler()) {
                  throw notOnThisCard("embedded scheduler, because it is not in ERT mode");
                }
                holder.resetScheduler();
              });
      case ECC -> throw notOnThisCard("memory with error correction");
      case SOFT_KERNEL -> throw notOnThisCard("embedded processor for soft kernels");
      case AIE -> throw notOnThisCard("array of AI engines");
    }
  }

  /**
   * Resets the whole card: a holder who may use the management function does so, any other asks it.
   */
  public void reset() {
    holder.checkOpen();
    if (board.allowsManagement()) {
      board.hotReset(holder, true);
    } else {
      requestReset();
    }
  }

  /** A staged base image is another request, which a site can permit by itself. */
  private void requestReset() {
    if (board.flash().isStaged()
        && board.mailbox().state().requests().stream()
            .anyMatch(r -> r.number() == MailboxRequest.PROGRAM_SHELL.number() && r.permitted())) {
      board.mailbox().tell(MailboxRequest.PROGRAM_SHELL, () -> board.hotReset(holder, true));
    } else {
      board.mailbox().tell(MailboxRequest.HOT_RESET, () -> board.hotReset(holder, false));
    }
  }

  private static BackplaneException notOnThisCard(String what) {
    return BackplaneException.because(
            ErrorCode.NOT_SUPPORTED, "not on this card: it has no " + what)
        .during("reset")
        .remedy("Reset the compute units or the whole card")
        .build();
  }
}
