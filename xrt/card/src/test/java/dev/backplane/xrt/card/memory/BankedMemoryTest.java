package dev.backplane.xrt.card.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Bank;
import dev.backplane.api.BankKind;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.MemoryUsage;
import dev.backplane.api.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Banks that overlap, banks that are replaced, holders that leave. */
final class BankedMemoryTest {
  private static final long PAGE = Regions.PAGE;
  private static final Bank LOW = new Bank(0, "HBM[0]", 0, 8 * PAGE, BankKind.HBM);
  private static final Bank HIGH = new Bank(1, "HBM[1]", 8 * PAGE, 8 * PAGE, BankKind.HBM);
  private static final Bank BOTH = new Bank(2, "MBG[0:1]", 0, 16 * PAGE, BankKind.HBM);

  private final List<Runnable> later = new ArrayList<>();

  private BankedMemory memory(Bank... banks) {
    return new BankedMemory("card", MemoryConfig.USUAL, List.of(banks), later::add);
  }

  private static HolderMemory open(BankedMemory memory, String name) {
    return memory.open(
        name, () -> new BackplaneException(ErrorCode.CLOSED, "the device was closed"));
  }

  @Test
  void banksOfAGroupShareWhatIsFree() {
    BankedMemory memory = memory(LOW, HIGH, BOTH);
    HolderMemory held = open(memory, "one");

    assertThat(held.allocate(PAGE, 1).address()).isEqualTo(8 * PAGE);
    assertThat(held.allocate(6 * PAGE, 2).address()).isZero();
    assertThat(held.allocate(PAGE, 0).address()).isEqualTo(7 * PAGE);
    assertThat(held.allocate(PAGE, 2).address()).isEqualTo(10 * PAGE);
    BackplaneException full =
        catchThrowableOfType(BackplaneException.class, () -> held.allocate(PAGE, 0));
    assertThat(full.code()).isEqualTo(ErrorCode.OUT_OF_DEVICE_MEMORY);
    assertThat(full.problem()).contains("HBM[0]", "0 are free");
  }

  @Test
  void aBufferThatFillsABankOfAGroupNeedsNoGuardInTheNext() {
    BankedMemory memory = memory(LOW, HIGH, BOTH);
    HolderMemory held = open(memory, "one");
    held.allocate(8 * PAGE, 1);

    assertThat(held.allocate(8 * PAGE, 0).address()).isZero();
  }

  @Test
  void buffersStayWhereTheyAreWhenBanksAreReplaced() {
    BankedMemory memory = memory(BOTH);
    HolderMemory held = open(memory, "one");
    CardBuffer first = held.allocate(2 * PAGE, 2);
    CardBuffer across = held.allocate(7 * PAGE, 2);
    assertThat(across.address()).isEqualTo(3 * PAGE);

    memory.lay(List.of(LOW, HIGH));

    assertThat(memory.regions().at(across.address() + 7 * PAGE - 1)).isSameAs(across.object());
    assertThat(held.allocate(PAGE, 1).address()).isEqualTo(11 * PAGE);
    first.close();
    across.close();
    assertThat(held.allocate(8 * PAGE, 0).address()).isZero();
    assertThat(memory.usage().banks())
        .extracting(MemoryUsage.OfBank::buffers)
        .containsExactly(1, 1);
  }

  @Test
  void aHolderThatLeavesTakesItsBuffersAndNoOthers() {
    BankedMemory memory = memory(LOW);
    HolderMemory leaving = open(memory, "leaving");
    HolderMemory staying = open(memory, "staying");
    CardBuffer mine = staying.allocate(PAGE, 0);
    for (int i = 0; i < 3; i++) {
      leaving.allocate(1, 0).host();
    }
    leaving.leave();

    assertThat(memory.usage().banks().getFirst().buffers()).isEqualTo(1);
    assertThat(mine.isClosed()).isFalse();
    assertThat(catchThrowableOfType(BackplaneException.class, () -> leaving.allocate(1, 0)).code())
        .isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void deviceMemoryIsFreedWhenNobodyCanLookAtItAnyMore() {
    BankedMemory memory = memory(LOW);
    CardBuffer buffer = open(memory, "one").allocate(PAGE, 0);
    var device = buffer.object().region().memory();
    buffer.close();

    assertThat(device.scope().isAlive()).isTrue();
    later.forEach(Runnable::run);
    assertThat(device.scope().isAlive()).isFalse();
  }

  @Test
  void aBankOfTheHostGivesMemoryOfTheHost() {
    BankedMemory memory = memory(new Bank(0, "HOST[0]", 0, 8 * PAGE, BankKind.HOST));

    assertThat(open(memory, "one").allocate(1, 0).placement()).isEqualTo(Placement.host().in(0));
  }

  @Test
  void findsTheBufferAtAnAddressAmongMany() {
    BankedMemory memory = memory(new Bank(0, "DDR[0]", 1L << 40, 1L << 30));
    HolderMemory held = open(memory, "one");
    Random random = new Random(11);
    List<CardBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      if (random.nextInt(3) == 0 && !buffers.isEmpty()) {
        CardBuffer gone = buffers.remove(random.nextInt(buffers.size()));
        gone.close();
        assertThat(memory.regions().at(gone.address())).isNull();
        assertThat(memory.regions().freedAt(gone.address())).isPresent();
      } else {
        buffers.add(held.allocate(1 + random.nextInt(20_000), 0));
      }
    }
    for (CardBuffer buffer : buffers) {
      assertThat(memory.regions().at(buffer.address() + buffer.size() - 1))
          .isSameAs(buffer.object());
      assertThat(memory.regions().at(buffer.address() + buffer.object().deviceBytes())).isNull();
    }
  }
}
