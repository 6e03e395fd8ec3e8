package dev.backplane.xrt.card.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.board.Resets.Part;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MailboxTest {
  private static Mailbox mailbox(BoardConfig config) {
    Mailbox mailbox = new Mailbox("card0", config);
    mailbox.managementOnline();
    mailbox.userOnline();
    return mailbox;
  }

  private static BackplaneException refused(Mailbox mailbox, MailboxRequest request) {
    BackplaneException error =
        catchThrowableOfType(BackplaneException.class, () -> mailbox.tell(request, () -> {}));
    assertThat(error).as(request.name()).isNotNull();
    return error;
  }

  @ParameterizedTest
  @EnumSource(MailboxRequest.class)
  void answersRequestsOfTheUserFunctionAndRefusesOthers(MailboxRequest request) {
    Mailbox mailbox = mailbox(BoardConfig.USUAL);
    if (Bench.isAsked(request)) {
      assertThat(mailbox.ask(request, () -> "answer")).isEqualTo("answer");
    } else {
      assertThat(refused(mailbox, request).code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = MailboxRequest.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "LOCK_BITSTREAM",
        "UNLOCK_BITSTREAM",
        "FIREWALL",
        "MGMT_STATE",
        "CHG_SHELL",
        "READ_P2P_BAR_ADDR"
      })
  void eachRequestHasAPermissionOfItsOwnThatTheRefusalNames(MailboxRequest request) {
    Set<MailboxRequest> others = EnumSet.copyOf(MailboxRequest.permittable());
    others.remove(request);
    Mailbox without = mailbox(Bench.config(true, true, others));
    Mailbox only = mailbox(Bench.config(true, true, Set.of(request)));

    BackplaneException error = refused(without, request);
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_PERMITTED);
    assertThat(error.getMessage()).contains("\"" + request.name() + "\"", "board.user_requests");
    assertThat(only.ask(request, () -> 1)).isEqualTo(1);
  }

  @Test
  void theNumbersAreThoseOfTheField() {
    assertThat(List.of(MailboxRequest.values()).stream().map(MailboxRequest::number).toList())
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  @Test
  void withoutAManagementFunctionNothingIsAnsweredAndNothingIsReady() {
    Mailbox mailbox = mailbox(Bench.config(false, true, MailboxRequest.permittable()));

    assertThat(mailbox.state().management()).isFalse();
    assertThat(mailbox.state().ready()).isFalse();
    BackplaneException error = refused(mailbox, MailboxRequest.TEST_READY);
    assertThat(error.code()).isEqualTo(ErrorCode.PEER_OFFLINE);
    assertThat(error.getMessage()).contains("'board.management' is false");
  }

  @Test
  void duringAResetTheManagementFunctionIsOfflineAndThenReadyAgain() {
    Mailbox mailbox = mailbox(BoardConfig.USUAL);
    assertThat(mailbox.testReady()).isTrue();
    mailbox.managementOffline();

    assertThat(mailbox.state().management()).isFalse();
    assertThat(refused(mailbox, MailboxRequest.SDR_DATA).code().retryable()).isTrue();
    mailbox.managementOnline();
    assertThat(mailbox.testReady()).isTrue();
    assertThat(mailbox.testRead()).isNotEmpty();
  }

  @Test
  void aRequestThatFailsCountsAsRefused() {
    Mailbox mailbox = mailbox(BoardConfig.USUAL);
    var _ =
        catchThrowableOfType(
            BackplaneException.class,
            () ->
                mailbox.tell(
                    MailboxRequest.RECLOCK,
                    () -> {
                      throw new BackplaneException(ErrorCode.NO_IMAGE, "none");
                    }));

    assertThat(mailbox.state().requests())
        .filteredOn(request -> request.number() == 9)
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.answered()).isZero();
              assertThat(request.refused()).isOne();
            });
  }

  @Test
  void aTripIsPostedToTheUserFunctionAndAgainWhileItStands() {
    Bench bench = new Bench();
    bench.board.trip(
        FirewallPort.DATA, new BackplaneException(ErrorCode.ADDRESS_FAULT, "addr 0x10"));
    bench.pass(Duration.ofSeconds(5));
    bench.board.checkHealth();
    bench.user.clearFirewall();
    bench.board.checkHealth();

    assertThat(bench.user.mailbox().requests())
        .filteredOn(request -> request.name().equals("FIREWALL"))
        .singleElement()
        .satisfies(request -> assertThat(request.answered()).isEqualTo(2));
  }

  @Test
  void refusesRequestsWithoutTheRightToManage() {
    Bench bench = new Bench(Bench.config(true, false, MailboxRequest.permittable()));

    for (Part kind : List.of(Part.KERNEL, Part.ERT)) {
      BackplaneException error =
          catchThrowableOfType(BackplaneException.class, () -> bench.user.reset(kind));
      assertThat(error.code()).isEqualTo(ErrorCode.NOT_PERMITTED);
      assertThat(error.getMessage()).contains("board.management_access");
    }
    assertThat(bench.holder.done).isEmpty();
    bench.user.reset();
    assertThat(bench.holder.done).containsExactly("reset card");
  }

  @Test
  void partsThatACardDoesNotHaveCannotBeReset() {
    Bench bench = new Bench();

    for (Part kind : List.of(Part.ERT, Part.ECC, Part.SOFT_KERNEL, Part.AIE)) {
      BackplaneException error =
          catchThrowableOfType(BackplaneException.class, () -> bench.user.reset(kind));
      assertThat(error.code()).isEqualTo(ErrorCode.NOT_SUPPORTED);
      assertThat(error.getMessage()).contains("not on this card");
    }
    bench.holder.hasScheduler = true;
    bench.user.reset(Part.ERT);
  }
}
