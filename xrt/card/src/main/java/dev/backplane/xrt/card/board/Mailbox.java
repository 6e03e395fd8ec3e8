package dev.backplane.xrt.card.board;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.xrt.Board;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;

/**
 * The message channel between the two functions of a card. The user function asks and waits for the
 * answer; the management function posts and does not wait. A request passes if the management
 * function is online and the site permits it; then the thread that asked serves it. Safe for use by
 * several threads; nothing is locked while a request is served.
 */
final class Mailbox {
  private static final String READ_PATTERN = "backplane mailbox";

  private final BoardConfig config;
  private final String card;
  private final AtomicLongArray answered;
  private final AtomicLongArray refused;
  private volatile boolean userOnline;
  private volatile boolean managementOnline;
  private volatile boolean ready;

  Mailbox(String card, BoardConfig config) {
    this.card = card;
    this.config = config;
    int numbers =
        1 + Arrays.stream(MailboxRequest.values()).mapToInt(MailboxRequest::number).max().orElse(0);
    answered = new AtomicLongArray(numbers);
    refused = new AtomicLongArray(numbers);
  }

  /** The management function comes; it tells the user function so, which greets it. */
  void managementOnline() {
    if (!config.management()) {
      return;
    }
    managementOnline = true;
    post(MailboxRequest.MGMT_STATE);
  }

  /** The management function goes, while it resets the card. */
  void managementOffline() {
    post(MailboxRequest.MGMT_STATE);
    managementOnline = false;
    ready = false;
  }

  /** The user function comes: somebody has opened the card. */
  void userOnline() {
    userOnline = true;
    greet();
  }

  private void greet() {
    if (userOnline && managementOnline && config.permits(MailboxRequest.USER_PROBE)) {
      ready = ask(MailboxRequest.USER_PROBE, () -> managementOnline);
    }
  }

  /**
   * Sends a request to the management function and waits for its answer.
   *
   * @param request what is asked, which counts and has its permission
   * @param served what the management function does to answer it
   * @return the answer
   */
  <T> T ask(MailboxRequest request, Supplier<T> served) {
    try {
      check(request);
      T answer = served.get();
      answered.incrementAndGet(request.number());
      return answer;
    } catch (BackplaneException e) {
      refused.incrementAndGet(request.number());
      throw e;
    }
  }

  /** The same for what answers nothing. */
  void tell(MailboxRequest request, Runnable served) {
    boolean _ =
        ask(
            request,
            () -> {
              served.run();
              return true;
            });
  }

  /** {@return what {@code TEST_READ} reads} */
  String testRead() {
    return ask(MailboxRequest.TEST_READ, () -> READ_PATTERN);
  }

  /** {@return whether the other side answers} */
  boolean testReady() {
    return ask(MailboxRequest.TEST_READY, () -> ready);
  }

  private void check(MailboxRequest request) {
    if (request.way() != MailboxRequest.Way.ASKED) {
      throw refusal(
              ErrorCode.NOT_SUPPORTED,
              request.way() == MailboxRequest.Way.POSTED
                  ? "only the management function sends " + request
                  : "the management function does not serve " + request)
          .build();
    }
    if (!config.permits(request)) {
      throw refusal(
              ErrorCode.NOT_PERMITTED,
              "the user function may not ask for " + request + " (" + request.number() + ")")
          .remedy("Add \"" + request + "\" to 'board.user_requests' of the card's configuration")
          .build();
    }
    if (!managementOnline) {
      throw refusal(
              ErrorCode.PEER_OFFLINE,
              config.management()
                  ? "the management function is offline while it resets the card"
                  : "this card has no management function to ask for "
                      + request
                      + ": 'board.management' is false")
          .remedy(
              config.management()
                  ? "Ask again"
                  : "Set 'board.management' to true, or use a card that is managed")
          .build();
    }
  }

  private BackplaneException.Builder refusal(ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("mailbox").on(card);
  }

  /** Tells the user function something. Where nobody has opened the card, nobody hears it. */
  void post(MailboxRequest request) {
    if (userOnline && managementOnline) {
      answered.incrementAndGet(request.number());
      if (request == MailboxRequest.MGMT_STATE) {
        greet();
      }
    }
  }

  Board.Mailbox state() {
    List<Board.Request> requests = new ArrayList<>();
    Arrays.stream(MailboxRequest.values())
        .map(
            each ->
                new Board.Request(
                    each.number(),
                    each.name(),
                    config.permits(each),
                    answered.get(each.number()),
                    refused.get(each.number())))
        .forEach(requests::add);
    return new Board.Mailbox(
        ready,
        config.sameDomain(),
        userOnline,
        managementOnline,
        config.managementAccess(),
        config.healthPeriod(),
        requests);
  }
}
