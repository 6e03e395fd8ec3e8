-- SPDX-License-Identifier: Apache-2.0
--
-- Between memory and a network: reads COUNT_OUT * samples words from one address into the stream that
-- goes out, and writes COUNT_IN * samples words that come in to another, both at the same time.
-- A word of memory has 32 bits, little-endian; numbers are sign-extended. Addresses must be multiples
-- of 4. Bursts have up to 64 words and end where 4 KiB do.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_memory_stream is
  generic (
    OUT_WIDTH : positive := 8;
    IN_WIDTH  : positive := 8;
    COUNT_OUT : positive := 4;
    COUNT_IN  : positive := 4
  );
  port (
    clk                : in  std_logic;
    rst                : in  std_logic;
    start              : in  std_logic;
    done               : out std_logic;
    source             : in  std_logic_vector(63 downto 0);
    target             : in  std_logic_vector(63 downto 0);
    samples            : in  std_logic_vector(31 downto 0);
    errors             : out std_logic_vector(31 downto 0); -- bit 0: of a read, bit 1: of a write
    out_valid          : out std_logic;
    out_ready          : in  std_logic;
    out_data           : out std_logic_vector(OUT_WIDTH - 1 downto 0);
    in_valid           : in  std_logic;
    in_ready           : out std_logic;
    in_data            : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    m_axi_gmem_awvalid : out std_logic;
    m_axi_gmem_awready : in  std_logic;
    m_axi_gmem_awaddr  : out std_logic_vector(63 downto 0);
    m_axi_gmem_awlen   : out std_logic_vector(7 downto 0);
    m_axi_gmem_awsize  : out std_logic_vector(2 downto 0);
    m_axi_gmem_awburst : out std_logic_vector(1 downto 0);
    m_axi_gmem_wvalid  : out std_logic;
    m_axi_gmem_wready  : in  std_logic;
    m_axi_gmem_wdata   : out std_logic_vector(31 downto 0);
    m_axi_gmem_wstrb   : out std_logic_vector(3 downto 0);
    m_axi_gmem_wlast   : out std_logic;
    m_axi_gmem_bvalid  : in  std_logic;
    m_axi_gmem_bready  : out std_logic;
    m_axi_gmem_bresp   : in  std_logic_vector(1 downto 0);
    m_axi_gmem_arvalid : out std_logic;
    m_axi_gmem_arready : in  std_logic;
    m_axi_gmem_araddr  : out std_logic_vector(63 downto 0);
    m_axi_gmem_arlen   : out std_logic_vector(7 downto 0);
    m_axi_gmem_arsize  : out std_logic_vector(2 downto 0);
    m_axi_gmem_arburst : out std_logic_vector(1 downto 0);
    m_axi_gmem_rvalid  : in  std_logic;
    m_axi_gmem_rready  : out std_logic;
    m_axi_gmem_rdata   : in  std_logic_vector(31 downto 0);
    m_axi_gmem_rresp   : in  std_logic_vector(1 downto 0);
    m_axi_gmem_rlast   : in  std_logic
  );
end entity;

architecture rtl of backplane_memory_stream is
  type state_t is (IDLE, ASK, MOVE, ACKNOWLEDGE);

  signal busy        : std_logic;
  signal done_now    : std_logic;
  signal read_error  : std_logic;
  signal write_error : std_logic;

  signal read_state   : state_t;
  signal read_address : unsigned(63 downto 0);
  signal read_left    : unsigned(31 downto 0);
  signal read_burst   : unsigned(6 downto 0);

  signal write_state   : state_t;
  signal write_address : unsigned(63 downto 0);
  signal write_left    : unsigned(31 downto 0);
  signal write_burst   : unsigned(6 downto 0);
  signal write_beats   : unsigned(6 downto 0);
  signal write_last    : std_logic;

  -- How many of the words that are left fit before the next 4 KiB boundary, at most 64.
  function burst(address : unsigned(63 downto 0); left : unsigned(31 downto 0)) return unsigned is
    variable room : unsigned(10 downto 0);
  begin
    room := 1024 - resize(address(11 downto 2), 11);
    if room > 64 then
      room := to_unsigned(64, 11);
    end if;
    if left < room then
      return left(6 downto 0);
    end if;
    return room(6 downto 0);
  end function;

  function length(words : unsigned(6 downto 0)) return std_logic_vector is
  begin
    return std_logic_vector(resize(words - 1, 8));
  end function;
begin
  errors   <= (0 => read_error, 1 => write_error, others => '0');
  done_now <= '1' when busy = '1' and read_state = IDLE and write_state = IDLE
                       and read_left = 0 and write_left = 0 else '0';
  done     <= done_now;

  read_burst         <= burst(read_address, read_left);
  m_axi_gmem_arvalid <= '1' when read_state = ASK else '0';
  m_axi_gmem_araddr  <= std_logic_vector(read_address);
  m_axi_gmem_arlen   <= length(read_burst);
  m_axi_gmem_arsize  <= "010";
  m_axi_gmem_arburst <= "01";
  m_axi_gmem_rready  <= out_ready when read_state = MOVE else '0';
  out_valid          <= m_axi_gmem_rvalid when read_state = MOVE else '0';
  out_data           <= m_axi_gmem_rdata(OUT_WIDTH - 1 downto 0);

  write_burst        <= burst(write_address, write_left);
  write_last         <= '1' when write_beats = 1 else '0';
  m_axi_gmem_awvalid <= '1' when write_state = ASK else '0';
  m_axi_gmem_awaddr  <= std_logic_vector(write_address);
  m_axi_gmem_awlen   <= length(write_burst);
  m_axi_gmem_awsize  <= "010";
  m_axi_gmem_awburst <= "01";
  m_axi_gmem_wvalid  <= in_valid when write_state = MOVE else '0';
  in_ready           <= m_axi_gmem_wready when write_state = MOVE else '0';
  m_axi_gmem_wdata   <= std_logic_vector(resize(signed(in_data), 32));
  m_axi_gmem_wstrb   <= "1111";
  m_axi_gmem_wlast   <= write_last;
  m_axi_gmem_bready  <= '1' when write_state = ACKNOWLEDGE else '0';

  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        busy        <= '0';
        read_error  <= '0';
        write_error <= '0';
        read_state  <= IDLE;
        write_state <= IDLE;
      elsif busy = '0' then
        if start = '1' then
          busy          <= '1';
          read_error    <= '0';
          write_error   <= '0';
          read_address  <= unsigned(source);
          read_left     <= resize(unsigned(samples) * to_unsigned(COUNT_OUT, 32), 32);
          write_address <= unsigned(target);
          write_left    <= resize(unsigned(samples) * to_unsigned(COUNT_IN, 32), 32);
        end if;
      else
        if done_now = '1' then
          busy <= '0';
        end if;

        case read_state is
          when IDLE =>
            if read_left /= 0 then
              read_state <= ASK;
            end if;
          when ASK =>
            if m_axi_gmem_arready = '1' then
              read_address <= read_address + (read_burst & "00");
              read_left    <= read_left - read_burst;
              read_state   <= MOVE;
            end if;
          when MOVE =>
            if m_axi_gmem_rvalid = '1' and out_ready = '1' then
              if m_axi_gmem_rresp /= "00" then
                read_error <= '1';
              end if;
              if m_axi_gmem_rlast = '1' then
                read_state <= IDLE;
              end if;
            end if;
          when others => read_state <= IDLE;
        end case;

        case write_state is
          when IDLE =>
            if write_left /= 0 then
              write_state <= ASK;
            end if;
          when ASK =>
            if m_axi_gmem_awready = '1' then
              write_beats   <= write_burst;
              write_address <= write_address + (write_burst & "00");
              write_left    <= write_left - write_burst;
              write_state   <= MOVE;
            end if;
          when MOVE =>
            if in_valid = '1' and m_axi_gmem_wready = '1' then
              write_beats <= write_beats - 1;
              if write_last = '1' then
                write_state <= ACKNOWLEDGE;
              end if;
            end if;
          when ACKNOWLEDGE =>
            if m_axi_gmem_bvalid = '1' then
              if m_axi_gmem_bresp /= "00" then
                write_error <= '1';
              end if;
              write_state <= IDLE;
            end if;
        end case;
      end if;
    end if;
  end process;
end architecture;
