package dev.backplane.api.capi;

/**
 * The attributes of a card, as the system's class {@code cxl} has them.
 *
 * @param name its name, such as {@code card0}
 * @param identity its identity on its bus
 * @param caiaMajor the major version of the architecture
 * @param caiaMinor the minor version of the architecture
 * @param pslRevision the revision of its PSL
 * @param baseImage the revision of its base image
 * @param userImage whether the user's image is loaded, not that of the factory
 * @param loadImageOnPerst which image a reset loads
 * @param perstReloadsSameImage whether a reset is promised to load the image that is loaded
 * @param timebaseSynced whether its timebase follows that of the processor
 * @param tunneledOperations whether it supports tunneled operations
 * @param accelerators how many AFUs it has; 0 while it is removed
 */
public record CardAttributes(
    String name,
    AdapterIdentity identity,
    int caiaMajor,
    int caiaMinor,
    int pslRevision,
    int baseImage,
    boolean userImage,
    PerstImage loadImageOnPerst,
    boolean perstReloadsSameImage,
    boolean timebaseSynced,
    boolean tunneledOperations,
    int accelerators) {}
