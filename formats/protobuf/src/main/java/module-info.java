import org.jspecify.annotations.NullMarked;

/** Fields of messages in the protobuf wire format. */
@NullMarked
module dev.backplane.protobuf {
  requires static transitive org.jspecify;

  exports dev.backplane.protobuf;
}
