package dev.backplane.xclbin;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Lays a partition out: a header, then a heap of texts, lists and images at multiples of 8. */
final class AiePartitionWriter {
  private final ByteArrayOutputStream heap = new ByteArrayOutputStream();

  private AiePartitionWriter() {}

  static Section write(AiePartition partition) {
    var writer = new AiePartitionWriter();
    ByteBuffer header = buffer(AiePartition.HEADER);
    header.putInt(AiePartition.NAME, writer.text(partition.name()));
    header.putInt(AiePartition.OPERATIONS, partition.operationsPerCycle());
    header.putLong(AiePartition.INFERENCE, partition.inferenceFingerprint());
    header.putLong(AiePartition.PRE_POST, partition.prePostFingerprint());
    header.putInt(AiePartition.COMMIT, writer.text(partition.kernelCommit()));
    header.putShort(AiePartition.COLUMN_WIDTH, (short) partition.columnWidth());
    ByteBuffer columns = buffer(partition.startColumns().size() * Short.BYTES);
    partition.startColumns().forEach(column -> columns.putShort(column.shortValue()));
    writer.array(header, AiePartition.START_COLUMNS, partition.startColumns().size(), columns);
    List<ByteBuffer> images = new ArrayList<>();
    for (AiePartition.DeviceImage image : partition.images()) {
      images.add(writer.image(image));
    }
    writer.array(header, AiePartition.IMAGES, images.size(), joined(images));
    byte[] rest = writer.heap.toByteArray();
    byte[] bytes = new byte[AiePartition.HEADER + rest.length];
    header.get(0, bytes, 0, AiePartition.HEADER);
    System.arraycopy(rest, 0, bytes, AiePartition.HEADER, rest.length);
    return Section.of(SectionKind.AIE_PARTITION, Bytes.owned(bytes));
  }

  private ByteBuffer image(AiePartition.DeviceImage image) {
    ByteBuffer entry = buffer(AiePartition.ENTRY);
    Fields.uuid(entry, 0, image.uuid());
    array(entry, 16, image.image().size(), ByteBuffer.wrap(image.image().toArray()));
    List<ByteBuffer> groups = new ArrayList<>();
    for (AiePartition.ConfigurationGroup group : image.groups()) {
      groups.add(group(group));
    }
    array(entry, 24, groups.size(), joined(groups));
    return entry;
  }

  private ByteBuffer group(AiePartition.ConfigurationGroup group) {
    ByteBuffer entry = buffer(AiePartition.ENTRY);
    entry.putInt(0, text(group.name()));
    entry.put(4, (byte) group.typeNumber());
    entry.putLong(8, group.imageId());
    longs(entry, 16, group.kernelIds());
    longs(entry, 24, group.before());
    return entry;
  }

  private void longs(ByteBuffer entry, int at, List<Long> numbers) {
    ByteBuffer bytes = buffer(numbers.size() * Long.BYTES);
    numbers.forEach(bytes::putLong);
    array(entry, at, numbers.size(), bytes);
  }

  private void array(ByteBuffer entry, int at, int count, ByteBuffer content) {
    entry.putInt(at, count);
    entry.putInt(at + Integer.BYTES, count == 0 ? 0 : put(bytes(content)));
  }

  private int text(String text) {
    return put((text + '\0').getBytes(StandardCharsets.ISO_8859_1));
  }

  private int put(byte[] content) {
    int at = AiePartition.HEADER + heap.size();
    heap.writeBytes(content);
    heap.writeBytes(new byte[Parts.aligned(at + content.length) - at - content.length]);
    return at;
  }

  private static ByteBuffer joined(List<ByteBuffer> entries) {
    ByteBuffer all = buffer(entries.size() * AiePartition.ENTRY);
    entries.forEach(entry -> all.put(bytes(entry)));
    return all;
  }

  private static byte[] bytes(ByteBuffer all) {
    byte[] bytes = new byte[all.capacity()];
    all.get(0, bytes);
    return bytes;
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
