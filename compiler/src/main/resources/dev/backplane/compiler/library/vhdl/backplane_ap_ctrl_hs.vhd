-- SPDX-License-Identifier: Apache-2.0
--
-- The control port of a kernel: an AXI4-Lite slave with the ap_ctrl_hs registers, two 64-bit
-- arguments, one of 32 bits, and a word that only the kernel writes.
--
--   0x00 control: bit 0 start, 1 done (cleared by reading), 2 idle, 3 ready, 7 auto-restart,
--        9 interrupt
--   0x04 bit 0: global interrupt enable
--   0x08 interrupt enable: bit 0 done, bit 1 ready
--   0x0c interrupt status: bit 0 done, bit 1 ready; a 1 that is written toggles the bit
--   0x10, 0x1c, 0x28 arguments, the low word first, a hole of 4 bytes after each
--   0x34 the status word
--
-- kernel_start is high from the start command until the kernel answers with kernel_done, which is
-- high for one cycle.
library ieee;
use ieee.std_logic_1164.all;

entity backplane_ap_ctrl_hs is
  port (
    ap_clk                : in  std_logic;
    ap_rst_n              : in  std_logic;
    s_axi_control_awvalid : in  std_logic;
    s_axi_control_awready : out std_logic;
    s_axi_control_awaddr  : in  std_logic_vector(11 downto 0);
    s_axi_control_wvalid  : in  std_logic;
    s_axi_control_wready  : out std_logic;
    s_axi_control_wdata   : in  std_logic_vector(31 downto 0);
    s_axi_control_wstrb   : in  std_logic_vector(3 downto 0);
    s_axi_control_bvalid  : out std_logic;
    s_axi_control_bready  : in  std_logic;
    s_axi_control_bresp   : out std_logic_vector(1 downto 0);
    s_axi_control_arvalid : in  std_logic;
    s_axi_control_arready : out std_logic;
    s_axi_control_araddr  : in  std_logic_vector(11 downto 0);
    s_axi_control_rvalid  : out std_logic;
    s_axi_control_rready  : in  std_logic;
    s_axi_control_rdata   : out std_logic_vector(31 downto 0);
    s_axi_control_rresp   : out std_logic_vector(1 downto 0);
    irq                   : out std_logic;
    kernel_start          : out std_logic;
    kernel_done           : in  std_logic;
    arg0                  : out std_logic_vector(63 downto 0);
    arg1                  : out std_logic_vector(63 downto 0);
    arg2                  : out std_logic_vector(31 downto 0);
    status_word           : in  std_logic_vector(31 downto 0)
  );
end entity;

architecture rtl of backplane_ap_ctrl_hs is
  subtype word_t is std_logic_vector(31 downto 0);

  -- A write is done when its address and its data are both here; they may come in any order.
  signal waddr      : std_logic_vector(11 downto 0);
  signal wdata      : word_t;
  signal wstrb      : std_logic_vector(3 downto 0);
  signal wmask      : word_t;
  signal waddr_held : std_logic;
  signal wdata_held : std_logic;
  signal write_now  : std_logic;
  signal bvalid     : std_logic;
  signal rvalid     : std_logic;
  signal read_now   : std_logic;

  signal running       : std_logic;
  signal done          : std_logic;
  signal auto_restart  : std_logic;
  signal global_enable : std_logic;
  signal enable        : std_logic_vector(1 downto 0);
  signal status        : std_logic_vector(1 downto 0);
  signal request       : std_logic;

  signal a0, a1 : std_logic_vector(63 downto 0);
  signal a2     : word_t;

  function merge(old, new_word, mask : word_t) return word_t is
  begin
    return (old and not mask) or (new_word and mask);
  end function;
begin
  write_now <= waddr_held and wdata_held and not bvalid;
  wmask     <= (31 downto 24 => wstrb(3), 23 downto 16 => wstrb(2), 15 downto 8 => wstrb(1),
                7 downto 0 => wstrb(0));
  read_now  <= s_axi_control_arvalid and not rvalid;
  request   <= global_enable and ((status(0) and enable(0)) or (status(1) and enable(1)));

  s_axi_control_awready <= not waddr_held;
  s_axi_control_wready  <= not wdata_held;
  s_axi_control_bvalid  <= bvalid;
  s_axi_control_bresp   <= "00";
  s_axi_control_arready <= not rvalid;
  s_axi_control_rvalid  <= rvalid;
  s_axi_control_rresp   <= "00";
  irq                   <= request;
  kernel_start          <= running;
  arg0                  <= a0;
  arg1                  <= a1;
  arg2                  <= a2;

  process (ap_clk)
  begin
    if rising_edge(ap_clk) then
      if ap_rst_n = '0' then
        waddr_held <= '0';
        wdata_held <= '0';
        bvalid     <= '0';
      else
        if s_axi_control_awvalid = '1' and waddr_held = '0' then
          waddr      <= s_axi_control_awaddr;
          waddr_held <= '1';
        end if;
        if s_axi_control_wvalid = '1' and wdata_held = '0' then
          wdata      <= s_axi_control_wdata;
          wstrb      <= s_axi_control_wstrb;
          wdata_held <= '1';
        end if;
        if write_now = '1' then
          waddr_held <= '0';
          wdata_held <= '0';
          bvalid     <= '1';
        elsif s_axi_control_bready = '1' then
          bvalid <= '0';
        end if;
      end if;
    end if;
  end process;

  process (ap_clk)
    variable raised : std_logic_vector(1 downto 0);
  begin
    if rising_edge(ap_clk) then
      if ap_rst_n = '0' then
        running       <= '0';
        done          <= '0';
        auto_restart  <= '0';
        global_enable <= '0';
        enable        <= "00";
        status        <= "00";
        a0            <= (others => '0');
        a1            <= (others => '0');
        a2            <= (others => '0');
      else
        raised := status;
        if read_now = '1' and s_axi_control_araddr = x"000" then
          done <= '0';
        end if;
        if kernel_done = '1' then
          running <= auto_restart;
          done    <= '1';
          raised  := status or enable;
        end if;
        if write_now = '1' then
          case waddr is
            when x"000" =>
              if wstrb(0) = '1' then
                auto_restart <= wdata(7);
                if wdata(0) = '1' then
                  running <= '1';
                end if;
              end if;
            when x"004" =>
              if wstrb(0) = '1' then
                global_enable <= wdata(0);
              end if;
            when x"008" =>
              if wstrb(0) = '1' then
                enable <= wdata(1 downto 0);
              end if;
            when x"00c" =>
              if wstrb(0) = '1' then
                raised := raised xor wdata(1 downto 0);
              end if;
            when x"010" => a0(31 downto 0) <= merge(a0(31 downto 0), wdata, wmask);
            when x"014" => a0(63 downto 32) <= merge(a0(63 downto 32), wdata, wmask);
            when x"01c" => a1(31 downto 0) <= merge(a1(31 downto 0), wdata, wmask);
            when x"020" => a1(63 downto 32) <= merge(a1(63 downto 32), wdata, wmask);
            when x"028" => a2 <= merge(a2, wdata, wmask);
            when others => null;
          end case;
        end if;
        status <= raised;
      end if;
    end if;
  end process;

  process (ap_clk)
    variable word : word_t;
  begin
    if rising_edge(ap_clk) then
      if ap_rst_n = '0' then
        rvalid              <= '0';
        s_axi_control_rdata <= (others => '0');
      elsif read_now = '1' then
        rvalid <= '1';
        word   := (others => '0');
        case s_axi_control_araddr is
          when x"000" =>
            word(0) := running;
            word(1) := done or kernel_done;
            word(2) := not running;
            word(3) := kernel_done;
            word(7) := auto_restart;
            word(9) := request;
          when x"004" => word(0) := global_enable;
          when x"008" => word(1 downto 0) := enable;
          when x"00c" => word(1 downto 0) := status;
          when x"010" => word := a0(31 downto 0);
          when x"014" => word := a0(63 downto 32);
          when x"01c" => word := a1(31 downto 0);
          when x"020" => word := a1(63 downto 32);
          when x"028" => word := a2;
          when x"034" => word := status_word;
          when others => null;
        end case;
        s_axi_control_rdata <= word;
      elsif s_axi_control_rready = '1' then
        rvalid <= '0';
      end if;
    end if;
  end process;
end architecture;
